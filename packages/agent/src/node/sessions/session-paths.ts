import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { SessionHeader } from "../../session/entries/entry.ts";
import { pathKey } from "../path-key.ts";

/** Returns the folder with the user's Tau data. */
export function defaultHome(env: NodeJS.ProcessEnv = process.env): string {
  return env.TAU_HOME ? resolve(env.TAU_HOME) : join(homedir(), ".tau");
}

/** Returns the folder of a project's sessions. */
export function getDefaultSessionDir(cwd: string, agentDir: string = defaultHome()): string {
  return join(agentDir, "sessions", encodeCwd(cwd));
}

/** Longest name in bytes. File systems accept at most 255 bytes, some fewer. */
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

/** Returns the name with the full path, whatever its length. */
export function spellWhole(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
}

export function indexDirectory(home: string): string {
  return join(home, "cache", "index");
}

/** Returns the folder for copies of unreadable lines of sessions that must not be changed. */
export function damagedDirectory(home: string): string {
  return join(home, "cache", "damaged");
}

export function sessionFileName({ timestamp, id }: Pick<SessionHeader, "timestamp" | "id">): string {
  return `${timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`;
}

/** Returns the id in a session's file name, if the name has the usual form. */
export function sessionIdOfFile(path: string): string | undefined {
  return /^[^_]+_(.+)\.jsonl$/.exec(basename(path))?.[1];
}

/** Returns the folder of drafts. The sessions of all projects share one; a custom folder has its own. */
export function draftDirectory(sessionDir: string): string {
  const isProjectFolder = /^--.*--$/.test(basename(sessionDir));
  return join(isProjectFolder ? dirname(sessionDir) : sessionDir, "drafts");
}

export function draftPath(sessionDir: string, id: string): string {
  return join(draftDirectory(sessionDir), `${id}.jsonl`);
}
