import { constants, type Stats } from "node:fs";
import { access, chmod, lstat, mkdir, open, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { makeFolder } from "@tau/agent/make-folder";
import { ORDINARY_READ } from "@tau/agent/ordinary-file";
import { exchanged, inJudgedFolder, NO_LINK } from "./judged-folder.ts";
import { judgedIn, judgedPath } from "./judged-path.ts";
import { checkOrdinary } from "./ordinary-file.ts";
import { followLinks, replaceFile } from "./replace-file.ts";

/**
 * The only interface through which a tool changes files. A path that the permission policy judged for a running call
 * leads where it led then, whatever has become of the links on the way.
 */
export interface WritePort {
  /** Writes atomically: under every name of the file, a reader sees the old content or the new, never a part. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Makes the folder of a file that is about to be written. Resolves to it, and to the outermost folder that was made. */
  makeFolderOf(path: string): Promise<{ readonly folder: string; readonly made: string | undefined }>;
  /** Removes a file, or a link itself. */
  remove(path: string): Promise<void>;
  setMode(path: string, mode: number): Promise<void>;
}

export const localFiles: WritePort = {
  async writeFile(path, content) {
    const judged = judgedPath(path)?.target;
    if (judged === undefined) await write(followLinks(path), content);
    else await inJudgedFolder(judged, (target) => write(target, content, dirname(judged)));
  },
  async makeFolder(path) {
    const judged = judgedIn(path);
    if (judged.length === 0) makeFolder(path);
    for (const { target } of judged) await inJudgedFolder(target, () => undefined, { creates: true });
  },
  async makeFolderOf(path) {
    const judged = judgedPath(path)?.target;
    let made: string | undefined;
    if (judged === undefined) made = await mkdir(dirname(path), { recursive: true });
    else await inJudgedFolder(judged, () => undefined, { creates: true, onMade: (folder) => (made = folder) });
    return { folder: dirname(judged ?? path), made };
  },
  async remove(path) {
    const judged = judgedPath(path)?.place;
    await (judged === undefined ? unlink(path) : inJudgedFolder(judged, (place) => unlink(place)));
  },
  async setMode(path, mode) {
    const judged = judgedPath(path)?.target;
    if (judged === undefined) return await chmod(path, mode);
    await inJudgedFolder(judged, async (target) => {
      await using file = await open(target, ORDINARY_READ | NO_LINK);
      await file.chmod(mode);
    });
  },
};

/** Writes to a path whose last part is not followed if it is a link. `folder`: its folder by name. */
async function write(target: string, content: string | Uint8Array, folder = dirname(target)): Promise<void> {
  const existing = await statOrUndefined(target);
  if (existing?.isSymbolicLink()) throw exchanged(join(folder, basename(target)));
  // A file without write permission must not be replaced either.
  if (existing) await access(target, constants.W_OK);
  if (existing?.isFIFO() || existing?.isSocket()) checkOrdinary(existing, target);
  if (existing && !existing.isFile()) await writeFile(target, content, { flag: INTO_EXISTING });
  // A rename would separate the file from its other hard links.
  else if (existing && existing.nlink > 1) await overwrite(target, content);
  else await replace(target, content, existing, folder);
}

const INTO_EXISTING = constants.O_WRONLY | constants.O_TRUNC | NO_LINK;

async function replace(
  target: string,
  content: string | Uint8Array,
  existing: Stats | undefined,
  folder: string,
): Promise<void> {
  const { sweepTemporaryFiles } = await import("./temporary-files.ts");
  await sweepTemporaryFiles(folder);
  try {
    replaceFile(target, content, { isResolved: true });
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
    return await lstat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
