import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { SessionHeader } from "../session/entry.ts";
import { pathKey } from "./path-key.ts";

/** Where Tau keeps what is the user's. */
export function defaultHome(env: NodeJS.ProcessEnv = process.env): string {
  return env.TAU_HOME ? resolve(env.TAU_HOME) : join(homedir(), ".tau");
}

/** The folder of a project's sessions. */
export function getDefaultSessionDir(cwd: string, agentDir: string = defaultHome()): string {
  return join(agentDir, "sessions", encodeCwd(cwd));
}

/** No file system takes a name of more than 255 bytes, and some take less. */
const LONGEST_NAME = 200;
const KEPT_BYTES = 150;

export function encodeCwd(cwd: string): string {
  const name = spellWhole(cwd);
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  let kept = "";
  for (const character of name) {
    if (Buffer.byteLength(kept + character) > KEPT_BYTES) break;
    kept += character;
  }
  return `${kept}-${pathKey(cwd)}--`;
}

/** With all of the path, however long that is. */
export function spellWhole(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
}

export function indexDirectory(home: string): string {
  return join(home, "cache", "index");
}

/** Copies of what cannot be read in sessions that are not ours to write beside. */
export function damagedDirectory(home: string): string {
  return join(home, "cache", "damaged");
}

export function sessionFileName({ timestamp, id }: Pick<SessionHeader, "timestamp" | "id">): string {
  return `${timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`;
}

/** The id in a session's file name, where the name has the usual form. */
export function sessionIdOfFile(path: string): string | undefined {
  return /^[^_]+_(.+)\.jsonl$/.exec(basename(path))?.[1];
}

/** Sessions of all projects share one folder of drafts; a folder of the caller's choice has its own. */
export function draftDirectory(sessionDir: string): string {
  const isProjectFolder = /^--.*--$/.test(basename(sessionDir));
  return join(isProjectFolder ? dirname(sessionDir) : sessionDir, "drafts");
}

export function draftPath(sessionDir: string, id: string): string {
  return join(draftDirectory(sessionDir), `${id}.jsonl`);
}
