import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The shortest limit of the supported systems is 104 bytes, and ssh adds 17 to the name while it creates a socket. */
const LONGEST_SOCKET = 86;
const SOCKET_NAME_LENGTH = 16;
const PREFIX = "tau-ssh-";

export interface FolderPlaces {
  /** Tau's home. */
  readonly agentDir: string;
  readonly runtimeDir?: string | undefined;
}

/** Creates a folder for the sockets of this process, which only this user can open. Resolves to its path. */
export async function createSocketFolder({ agentDir, runtimeDir }: FolderPlaces): Promise<string> {
  const own = join(agentDir, "run");
  const places = [...(runtimeDir && existsSync(runtimeDir) ? [runtimeDir] : []), own, tmpdir()];
  const parent = places.find(isShort) ?? "/tmp";
  await mkdir(parent, { recursive: true, mode: 0o700 });
  // mkdtemp makes the folder with the mode 700, under a name that nobody can have taken.
  return await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
}

function isShort(place: string): boolean {
  const name = `${PREFIX}${"9".repeat(10)}-XXXXXX`;
  return Buffer.byteLength(join(place, name)) + 1 + SOCKET_NAME_LENGTH <= LONGEST_SOCKET;
}

/** Resolves to the socket folders beside this one whose process has ended without removing them. */
export async function abandonedFolders(folder: string): Promise<string[]> {
  const parent = join(folder, "..");
  const names = await readdir(parent).catch(() => []);
  return names.flatMap((name) => {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    return pid > 0 && !isRunning(pid) ? [join(parent, name)] : [];
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes a socket folder. A folder of another user stays. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EACCES" && error.code !== "EPERM") throw error;
  });
}
