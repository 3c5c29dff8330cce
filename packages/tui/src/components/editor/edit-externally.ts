import type { TUI } from "../../render/index.ts";
import type { EditorComponent } from "./editor-component.ts";

export interface ExternalEditOptions {
  /** Default: `$VISUAL`, then `$EDITOR`. */
  command?: string;
  /** Runs a program in this terminal and resolves to its exit code. Rejects if it cannot be started. */
  run?: (program: string, parameters: readonly string[]) => Promise<number>;
}

/** `unavailable`: no editor is configured or it could not be started. `failed`: it ended with an error; the text is unchanged. */
export type ExternalEditOutcome = "edited" | "failed" | "unavailable";

/** Opens the text in the user's own editor. The screen is released while the editor runs and drawn again afterwards. */
export async function editExternally(
  editor: EditorComponent,
  tui: Pick<TUI, "start" | "stop" | "requestRender">,
  options: ExternalEditOptions = {},
): Promise<ExternalEditOutcome> {
  const command = options.command ?? process.env.VISUAL ?? process.env.EDITOR ?? "";
  if (command.trim() === "") return "unavailable";
  const { mkdtemp, readFile, rm, writeFile } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const folder = await mkdtemp(join(tmpdir(), "tau-edit-"));
  const file = join(folder, "prompt.md");
  try {
    await writeFile(file, editor.getExpandedText?.() ?? editor.getText(), { mode: 0o600 });
    // The editor uses the alternate screen. Our screen is still there when it exits, so nothing is printed twice.
    tui.stop({ preserveScreen: true, lendTerminal: true });
    const code = await run(command, file, options.run ?? runHere).finally(() => {
      tui.start();
      tui.requestRender(true);
    });
    if (code === undefined) return "unavailable";
    if (code !== 0) return "failed";
    // Editors end a file with a line feed that does not belong to the prompt.
    editor.setText((await readFile(file, "utf8")).replace(/\r?\n$/, ""));
    return "edited";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the exit code, or undefined if the command could not be started. */
async function run(
  command: string,
  file: string,
  start: NonNullable<ExternalEditOptions["run"]>,
): Promise<number | undefined> {
  const [program, parameters] = process.platform === "win32" ? onWindows(command, file) : inShell(command, file);
  const code = await start(program, parameters).catch(() => undefined);
  return code !== undefined && NOT_STARTED.has(code) ? undefined : code;
}

async function runHere(program: string, parameters: readonly string[]): Promise<number> {
  const { spawn } = await import("node:child_process");
  return await new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** The exit codes of a shell for a command that is not executable (126) or not found (127). */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);

/** Runs the command in a shell: the variable holds a shell command line, as in other programs that read it, so quotes and `~` work. */
function inShell(command: string, file: string): [string, string[]] {
  return ["/bin/sh", ["-c", `${command} "$@"`, command, file]];
}

function onWindows(command: string, file: string): [string, string[]] {
  const [program = "", ...parameters] = command.trim().split(/\s+/);
  return [program, [...parameters, file]];
}
