import type { Terminal } from "@tau/tui";
import { localProcesses } from "../../../core/process/index.ts";

/**
 * Copies text to the clipboard of the machine the terminal runs on: through the terminal, which also works over ssh, and through the
 * desktop's own command if there is one.
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

/** Runs the desktop's command. A missing command is not an error, because the terminal already has the text. */
async function feed([file = "", ...args]: readonly string[], text: string): Promise<void> {
  const command = { file, args, cwd: process.cwd(), env: process.env, purpose: "user" } as const;
  // Some of these commands keep running to serve the text for as long as it is in the clipboard.
  const running = await localProcesses.start({ ...command, output: "none", lifetime: "own" }).catch(() => undefined);
  running?.stdin.end(text);
  await running?.exited;
}
