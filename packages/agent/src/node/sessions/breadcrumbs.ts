import { renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ifPossible } from "../log/storage-error.ts";
import { makeFolder } from "../make-folder.ts";
import { pathKey } from "../path-key.ts";
import { processStart } from "../process-identity.ts";
import { changeTime, sessionFilesIn } from "./session-folder.ts";
import { draftDirectory } from "./session-paths.ts";

const TERMINAL_VARIABLES = ["KITTY_WINDOW_ID", "TMUX_PANE", "TERM_SESSION_ID", "WT_SESSION"];

/** The session that a terminal used last, which `continue` in that terminal resumes. */
export interface Breadcrumb {
  readonly cwd: string;
  readonly path: string;
}

/** Writes the breadcrumb. If that fails, `continue` falls back to the newest session of the project. */
export function writeBreadcrumb(home: string, { cwd, path }: Breadcrumb, env: NodeJS.ProcessEnv = process.env): void {
  const file = breadcrumbFile(home, env);
  if (!file) return;
  ifPossible(() => writeLines(file, [cwd, path, terminalLife(env)]));
}

/**
 * Records which session of a folder was left last, and the newest change time of the others. Times alone would give the wrong order after
 * the clock was set back.
 */
export function writeLastLeft(home: string, { cwd, path }: Breadcrumb): void {
  ifPossible(() => {
    const directory = dirname(path);
    const file = lastLeftFile(home, directory, cwd);
    const others = [directory, draftDirectory(directory)].flatMap((folder) =>
      sessionFilesIn(folder).sort().slice(-LOOKED_AT),
    );
    const newestOther = Math.max(0, ...others.filter((other) => other !== path).map(changeTime));
    writeLines(file, [cwd, path, newestOther]);
  });
}

function writeLines(file: string, lines: readonly (string | number | undefined)[]): void {
  makeFolder(dirname(file), 0o700);
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  renameSync(temporary, file);
}

/** How many files are looked at. File names start with the creation time, so the last ones are the newest. */
const LOOKED_AT = 32;

export function lastLeftFile(home: string, directory: string, cwd: string): string {
  return join(home, "terminal-sessions", `folder-${pathKey(`${directory}\n${cwd}`)}`);
}

export function breadcrumbFile(home: string, env: NodeJS.ProcessEnv): string | undefined {
  const variable = TERMINAL_VARIABLES.find((name) => env[name]);
  if (!variable) return undefined;
  // The name of the variable is included, because two programs may both number their windows from 1.
  const name = `${variable}-${env[variable]}`.replace(/[^\w.-]/g, "_");
  return join(home, "terminal-sessions", name);
}

/**
 * Identifies the program that owns the window or pane. Numbers restart whenever that program starts, so they are valid only during its
 * life.
 */
export function terminalLife({ KITTY_WINDOW_ID, KITTY_PID, TMUX_PANE, TMUX }: NodeJS.ProcessEnv): string {
  // TMUX has socket, process id and session, separated by commas; the path of the socket may contain commas too.
  const tmuxServer = TMUX_PANE && TMUX?.split(",").at(-2);
  const owner = Number(KITTY_WINDOW_ID ? KITTY_PID : tmuxServer);
  return Number.isInteger(owner) && owner > 0 ? `${owner} ${processStart(owner) ?? ""}` : "";
}
