import type { Terminal } from "@tau/tui";
import { localProcesses } from "../../../core/process/index.ts";

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
async function feed([file = "", ...args]: readonly string[], text: string): Promise<void> {
  const command = { file, args, cwd: process.cwd(), env: process.env, purpose: "user" } as const;
  // Some of them stay, to hand the text out for as long as it is in the clipboard.
  const running = await localProcesses.start({ ...command, output: "none", lifetime: "own" }).catch(() => undefined);
  running?.stdin.end(text);
  await running?.exited;
}
