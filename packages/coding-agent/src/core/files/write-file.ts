import { constants } from "node:fs";
import { access, chmod, chown, readlink, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { checkOrdinary } from "./ordinary-file.ts";
import { uniqueName } from "./unique-name.ts";

/** The only way by which a tool changes a file. */
export interface WritePort {
  /** A reader sees the old content or the new, never a part. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  makeFolder(path: string): Promise<void>;
}

export const localFiles: WritePort = {
  async writeFile(path, content) {
    const target = await followLinks(path);
    const existing = await statOrUndefined(target);
    if (existing) await access(target, constants.W_OK);
    if (existing?.isFIFO() || existing?.isSocket()) checkOrdinary(existing, target);
    // A device or a file with several names must stay what it is, and rename would replace it.
    if (existing && (!existing.isFile() || existing.nlink > 1)) await writeFile(target, content);
    else await replaceFile(target, content, existing);
  },
  async makeFolder(path) {
    makeFolder(path);
  },
};

interface Ownership {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

async function replaceFile(target: string, content: string | Uint8Array, existing: Ownership | undefined) {
  const temporary = `${target}.${uniqueName()}.tmp`;
  try {
    await writeFile(temporary, content, { flag: "wx" });
    if (existing) await keepOwnership(temporary, existing);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    if (!isFolderReadOnly(error) || !existing) throw error;
    // The folder takes no new file, yet the file itself may be written.
    await writeFile(target, content);
  }
}

async function keepOwnership(path: string, { mode, uid, gid }: Ownership): Promise<void> {
  const made = await stat(path);
  // Giving a file away may be forbidden; then the writer owns it, as with any editor.
  if (made.uid !== uid || made.gid !== gid) await chown(path, uid, gid).catch(() => undefined);
  await chmod(path, mode & 0o7777);
}

/** Where a chain of links ends, though nothing may be there yet. */
async function followLinks(path: string): Promise<string> {
  let current = path;
  for (let hops = 0; hops < MAX_LINKS; hops++) {
    const next = await readlink(current).catch(() => undefined);
    if (next === undefined) return current;
    current = resolve(dirname(current), next);
  }
  throw Object.assign(new Error(`Too many symbolic links: ${path}`), { code: "ELOOP" });
}

const MAX_LINKS = 40;

async function statOrUndefined(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isFolderReadOnly(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "EACCES" || code === "EPERM" || code === "EROFS";
}
