import { closeSync, constants, copyFileSync, lstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import { ignoreMissing, storageError } from "../log/storage-error.ts";
import { isLink, makeOwnFolder } from "../log/unlinked-file.ts";

export interface Artifact {
  readonly id: number;
  readonly path: string;
}

const NAME = /^(\d+)\.(.+)\.log$/;

/** Complete tool outputs that are stored beside a session whose log has only excerpts. Each output has a number that is never reused. */
export class SessionArtifacts {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Creates an empty file for the output of a tool. */
  create(tool: string): Artifact {
    const name = tool.replace(/[^\w-]/g, "_");
    try {
      makeOwnFolder(this.directory);
      for (let id = this.nextId(); ; id++) {
        const path = join(this.directory, `${id}.${name}.log`);
        if (this.find(id) === undefined && makeFile(path)) return { id, path };
      }
    } catch (error) {
      throw storageError(error, `keep an output in ${this.directory}`);
    }
  }

  find(id: number): string | undefined {
    return this.list().find((artifact) => artifact.id === id)?.path;
  }

  list(): Artifact[] {
    if (isLink(this.directory)) return [];
    const entries = ignoreMissing(() => readdirSync(this.directory, { withFileTypes: true })) ?? [];
    const artifacts = entries.flatMap((entry) => {
      // A link could expose another file of the user, and reading a pipe would block.
      const id = entry.isFile() ? NAME.exec(entry.name)?.[1] : undefined;
      return id === undefined ? [] : [{ id: Number(id), path: join(this.directory, entry.name) }];
    });
    return artifacts.sort((a, b) => a.id - b.id);
  }

  private nextId(): number {
    return (this.list().at(-1)?.id ?? -1) + 1;
  }
}

/**
 * Returns the folder beside the session's file: its path without `.jsonl`. A file without that ending, or without a name before it, gets
 * the ending `.files`, so that the folder is never the file itself or its parent.
 */
export function artifactDirectory(sessionFile: string): string {
  const [, name] = /[^/\\](\.jsonl)$/.exec(sessionFile) ?? [];
  return name === undefined ? `${sessionFile}.files` : sessionFile.slice(0, -name.length);
}

/** Files with the live state of a session, which a copy of the session must not inherit. */
const LIVE_STATE = /^(?:queue|unsent)\.json|\.(?:journal|running|lock)$/;

/** Most bytes that a fork copies. */
const MOST_COPIED = 1 << 30;

/**
 * Copies the regular files beside one session to the folder of another. Returns a message about files left out. Skips links, pipes and
 * devices, because the author of the session may have planted them.
 */
export function copyArtifacts(from: string, to: string): string | undefined {
  if (isLink(from)) return `${from} is a link: the outputs in it were not copied.`;
  let left = MOST_COPIED;
  const skipped: string[] = [];
  for (const entry of ignoreMissing(() => readdirSync(from, { withFileTypes: true })) ?? []) {
    if (LIVE_STATE.test(entry.name)) continue;
    const source = join(from, entry.name);
    const size = entry.isFile() ? ignoreMissing(() => lstatSync(source).size) : undefined;
    if (size === undefined || size > left) {
      skipped.push(entry.name);
      continue;
    }
    makeOwnFolder(to);
    copyFileSync(source, join(to, entry.name), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    left -= size;
  }
  return skipped.length === 0
    ? undefined
    : `Not copied from ${from}, as it is no file or too large: ${skipped.join(", ")}.`;
}

/** Returns false if another process created the file first. */
function makeFile(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}
