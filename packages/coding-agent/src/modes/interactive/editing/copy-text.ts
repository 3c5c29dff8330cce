import { spawn } from "node:child_process";
import type { Terminal } from "@tau/tui";

/**
 * Copies to the clipboard of the machine the terminal runs on: by the terminal itself, which works over ssh too, and by the
 * desktop's own command where there is one.
 */
export async function copyText(text: string, terminal: Pick<Terminal, "write">): Promise<void> {
  terminal.write(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`);
  const command = clipboardCommand(process.platform, process.env);
  if (command) await feed(command, text);
}

type Environment = Readonly<Record<string, string | undefined>>;

export function clipboardCommand(platform: NodeJS.Platform, env: Environment): readonly string[] | undefined {
  if (platform === "darwin") return ["pbcopy"];
  if (platform === "win32") return ["clip"];
  if (env.WAYLAND_DISPLAY) return ["wl-copy"];
  return env.DISPLAY ? ["xclip", "-selection", "clipboard"] : undefined;
}

/** A missing command is no failure: the terminal has been told already. */
async function feed([program = "", ...parameters]: readonly string[], text: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const child = spawn(program, parameters, { stdio: ["pipe", "ignore", "ignore"], detached: true });
    child.once("error", () => resolve());
    child.once("close", () => resolve());
    child.stdin.once("error", () => resolve());
    child.stdin.end(text);
  });
}
