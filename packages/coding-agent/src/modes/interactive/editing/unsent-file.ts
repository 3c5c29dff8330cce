import { readdirSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SessionLog } from "@tau/agent";
import {
  artifactDirectory,
  ownProcessName,
  parseProcessName,
  processState,
  readBeside,
  writeBeside,
} from "@tau/agent/node";
import type { ImageContent } from "@tau/ai";
import { isImageContent } from "../../../core/images/image-content.ts";
import { isObject } from "../../../core/json-file/index.ts";
import { removeLive } from "../../../core/session/recover/live-lines.ts";

export interface Unsent {
  readonly text: string;
  readonly images: readonly ImageContent[];
}

const FOLDER = "unsent";
const ENDING = ".json";

/**
 * Returns the file for unsent text, beside the log of the session. A session without messages is not resumed: its text is kept for the
 * folder, in a file named after the process, for the next session there. Undefined for a session in memory or one that another process
 * writes.
 */
export function unsentPath(log: SessionLog, owner: "session" | "folder"): string | undefined {
  const file = log.getSessionFile();
  if (file === undefined || log.getReadOnlyReason()) return undefined;
  if (owner === "session") return join(artifactDirectory(file), "unsent.json");
  return join(dirname(file), FOLDER, ownProcessName() + ENDING);
}

/** Returns false if the file could not be written. A full disk is reported when the log is written. */
export function writeUnsent(path: string, unsent: Unsent): boolean {
  try {
    writeBeside(path, JSON.stringify(unsent));
    return true;
  } catch {
    return false;
  }
}

export const removeUnsent = removeLive;

/**
 * Returns the unsent text for `path`. For a folder, first takes over the newest text of a process that has ended; the atomic rename ensures
 * that only one process gets it.
 */
export function claimUnsent(path: string): Unsent | undefined {
  const left = basename(dirname(path)) === FOLDER ? newestAbandoned(dirname(path)) : undefined;
  try {
    if (left !== undefined) renameSync(left, path);
    return parseUnsent(readBeside(path) ?? "null");
  } catch {
    // Usually there is no such file, or another process was faster. An unreadable file must not prevent the start.
    return undefined;
  }
}

function newestAbandoned(folder: string): string | undefined {
  const gone = filesIn(folder).filter((name) => {
    const writer = name.endsWith(ENDING) ? parseProcessName(name.slice(0, -ENDING.length)) : undefined;
    return writer !== undefined && processState(writer) === "dead";
  });
  const dated = gone.flatMap((name) => {
    const path = join(folder, name);
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    return at === undefined ? [] : [{ path, at }];
  });
  return dated.sort((a, b) => b.at - a.at)[0]?.path;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder exists only after a text was left in it.
    return [];
  }
}

function parseUnsent(json: string): Unsent | undefined {
  const value: unknown = JSON.parse(json);
  if (!isObject(value) || typeof value.text !== "string") return undefined;
  return { text: value.text, images: Array.isArray(value.images) ? value.images.filter(isImageContent) : [] };
}
