import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { processStart } from "./process-identity.ts";
import { ifPossible } from "./storage-error.ts";

const TERMINAL_VARIABLES = ["KITTY_WINDOW_ID", "TMUX_PANE", "TERM_SESSION_ID", "WT_SESSION"];

/** The session a terminal worked on last, so that going on there means that session. */
export interface Breadcrumb {
  readonly cwd: string;
  readonly path: string;
}

/** `undefined` for a terminal that has no name, and where its crumb cannot be read. */
export function readBreadcrumb(home: string, env: NodeJS.ProcessEnv = process.env): Breadcrumb | undefined {
  const file = breadcrumbFile(home, env);
  const text = file && ifPossible(() => readFileSync(file, "utf8"));
  const [cwd, path, life] = text?.split("\n") ?? [];
  return cwd && path && life === terminalLife(env) ? { cwd, path } : undefined;
}

/** Where it cannot be written, going on means the newest session of the project. */
export function writeBreadcrumb(home: string, { cwd, path }: Breadcrumb, env: NodeJS.ProcessEnv = process.env): void {
  const file = breadcrumbFile(home, env);
  if (!file) return;
  ifPossible(() => {
    makeFolder(dirname(file), 0o700);
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, `${cwd}\n${path}\n${terminalLife(env)}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  });
}

function breadcrumbFile(home: string, env: NodeJS.ProcessEnv): string | undefined {
  const variable = TERMINAL_VARIABLES.find((name) => env[name]);
  if (!variable) return undefined;
  // The variable's name is part of it: two programs count their windows from 1.
  const name = `${variable}-${env[variable]}`.replace(/[^\w.-]/g, "_");
  return join(home, "terminal-sessions", name);
}

/** Windows and panes are numbered from the beginning whenever the program that owns them starts: their names hold for its life alone. */
function terminalLife({ KITTY_WINDOW_ID, KITTY_PID, TMUX_PANE, TMUX }: NodeJS.ProcessEnv): string {
  // Socket, process and session, by commas; the socket's path may have some too.
  const tmuxServer = TMUX_PANE && TMUX?.split(",").at(-2);
  const owner = Number(KITTY_WINDOW_ID ? KITTY_PID : tmuxServer);
  return Number.isInteger(owner) && owner > 0 ? `${owner} ${processStart(owner) ?? ""}` : "";
}
