import { renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { pathKey } from "./path-key.ts";
import { processStart } from "./process-identity.ts";
import { changeTime, sessionFilesIn } from "./session-folder.ts";
import { draftDirectory } from "./session-paths.ts";
import { ifPossible } from "./storage-error.ts";

const TERMINAL_VARIABLES = ["KITTY_WINDOW_ID", "TMUX_PANE", "TERM_SESSION_ID", "WT_SESSION"];

/** The session a terminal worked on last, so that going on there means that session. */
export interface Breadcrumb {
  readonly cwd: string;
  readonly path: string;
}

/** Where it cannot be written, going on means the newest session of the project. */
export function writeBreadcrumb(home: string, { cwd, path }: Breadcrumb, env: NodeJS.ProcessEnv = process.env): void {
  const file = breadcrumbFile(home, env);
  if (!file) return;
  ifPossible(() => writeLines(file, [cwd, path, terminalLife(env)]));
}

/**
 * Keeps which session of a folder was left last, and how new the others were. The order of their times alone would be wrong after the clock
 * was set back.
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

/** The names of files begin with the time of their making. */
const LOOKED_AT = 32;

export function lastLeftFile(home: string, directory: string, cwd: string): string {
  return join(home, "terminal-sessions", `folder-${pathKey(`${directory}\n${cwd}`)}`);
}

export function breadcrumbFile(home: string, env: NodeJS.ProcessEnv): string | undefined {
  const variable = TERMINAL_VARIABLES.find((name) => env[name]);
  if (!variable) return undefined;
  // The variable's name is part of it: two programs count their windows from 1.
  const name = `${variable}-${env[variable]}`.replace(/[^\w.-]/g, "_");
  return join(home, "terminal-sessions", name);
}

/** Windows and panes are numbered from the beginning whenever the program that owns them starts: their names hold for its life alone. */
export function terminalLife({ KITTY_WINDOW_ID, KITTY_PID, TMUX_PANE, TMUX }: NodeJS.ProcessEnv): string {
  // Socket, process and session, by commas; the socket's path may have some too.
  const tmuxServer = TMUX_PANE && TMUX?.split(",").at(-2);
  const owner = Number(KITTY_WINDOW_ID ? KITTY_PID : tmuxServer);
  return Number.isInteger(owner) && owner > 0 ? `${owner} ${processStart(owner) ?? ""}` : "";
}
