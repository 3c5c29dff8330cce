import { closeSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { errorCode, ignoreMissing, storageError } from "./storage-error.ts";

export interface Artifact {
  readonly id: number;
  readonly path: string;
}

const NAME = /^(\d+)\.(.+)\.log$/;

/** What tools of a session wrote beside it: whole outputs of which the log has an excerpt. Numbered; a number is never used twice. */
export class SessionArtifacts {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Makes an empty file for the output of a tool. */
  create(tool: string): Artifact {
    const name = tool.replace(/[^\w-]/g, "_");
    try {
      makeFolder(this.directory, 0o700);
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
    const names = ignoreMissing(() => readdirSync(this.directory)) ?? [];
    const artifacts = names.flatMap((name) => {
      const id = NAME.exec(name)?.[1];
      return id === undefined ? [] : [{ id: Number(id), path: join(this.directory, name) }];
    });
    return artifacts.sort((a, b) => a.id - b.id);
  }

  private nextId(): number {
    return (this.list().at(-1)?.id ?? -1) + 1;
  }
}

/** Beside the session's file, under its name without the ending. */
export function artifactDirectory(sessionFile: string): string {
  return sessionFile.replace(/\.jsonl$/, "");
}

/** False where another process was faster. */
function makeFile(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}
