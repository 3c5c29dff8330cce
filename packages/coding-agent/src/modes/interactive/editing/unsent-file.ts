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
 * Beside the log of a session. One that has no message yet is not gone on with: its text is kept for the folder, under the name of the
 * process, for the next session that begins there. None for a session in memory, or one that belongs to another process.
 */
export function unsentPath(log: SessionLog, owner: "session" | "folder"): string | undefined {
  const file = log.getSessionFile();
  if (file === undefined || log.getReadOnlyReason()) return undefined;
  if (owner === "session") return join(artifactDirectory(file), "unsent.json");
  return join(dirname(file), FOLDER, ownProcessName() + ENDING);
}

/** False where it could not be: a disk that is full is told of when the log is written. */
export function writeUnsent(path: string, unsent: Unsent): boolean {
  try {
    writeBeside(path, JSON.stringify(unsent));
    return true;
  } catch {
    return false;
  }
}

export const removeUnsent = removeLive;

/** What is there for `path`. The newest text of a process that is gone changes hands, in one step, and is found by nobody else. */
export function claimUnsent(path: string): Unsent | undefined {
  const left = basename(dirname(path)) === FOLDER ? newestAbandoned(dirname(path)) : undefined;
  try {
    if (left !== undefined) renameSync(left, path);
    return parseUnsent(readBeside(path) ?? "null");
  } catch {
    // Mostly there is none, or another process was faster. One that cannot be read is no reason not to start.
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
    // There is no such folder until somebody leaves a text.
    return [];
  }
}

function parseUnsent(json: string): Unsent | undefined {
  const value: unknown = JSON.parse(json);
  if (!isObject(value) || typeof value.text !== "string") return undefined;
  return { text: value.text, images: Array.isArray(value.images) ? value.images.filter(isImageContent) : [] };
}
