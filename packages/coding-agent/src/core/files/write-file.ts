import { constants, type Stats } from "node:fs";
import { access, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { makeFolder } from "@tau/agent/make-folder";
import { checkOrdinary } from "./ordinary-file.ts";
import { followLinks, replaceFile } from "./replace-file.ts";

/** The only interface through which a tool changes files. */
export interface WritePort {
  /** Writes atomically: under every name of the file, a reader sees the old content or the new, never a part. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  makeFolder(path: string): Promise<void>;
}

export const localFiles: WritePort = {
  async writeFile(path, content) {
    const target = followLinks(path);
    const existing = await statOrUndefined(target);
    // A file without write permission must not be replaced either.
    if (existing) await access(target, constants.W_OK);
    if (existing?.isFIFO() || existing?.isSocket()) checkOrdinary(existing, target);
    if (existing && !existing.isFile()) await writeFile(target, content);
    // A rename would separate the file from its other hard links.
    else if (existing && existing.nlink > 1) await overwrite(target, content);
    else await replace(target, content, existing);
  },
  async makeFolder(path) {
    makeFolder(path);
  },
};

async function replace(target: string, content: string | Uint8Array, existing: Stats | undefined): Promise<void> {
  const { sweepTemporaryFiles } = await import("./temporary-files.ts");
  await sweepTemporaryFiles(dirname(target));
  try {
    replaceFile(target, content);
  } catch (error) {
    if (!existing || !FOLDER_IS_CLOSED.has(errorCode(error) ?? "")) throw error;
    // The folder accepts no new file, but the file itself may be writable.
    await overwrite(target, content);
  }
}

async function overwrite(target: string, content: string | Uint8Array): Promise<void> {
  const { overwriteInPlace } = await import("./overwrite-in-place.ts");
  overwriteInPlace(target, content);
}

const FOLDER_IS_CLOSED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

async function statOrUndefined(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
