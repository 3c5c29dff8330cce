import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionProcesses } from "@tau/coding-agent";

export interface OverlayFolders {
  /** The user's files, which stay as they are. */
  readonly lower: string;
  /** Receives what is changed. */
  readonly upper: string;
  /** The file system's own. */
  readonly work: string;
  /** Where the view is mounted. */
  readonly merged: string;
}

const MOUNT_MS = 20_000;

/**
 * Mounts a view of the user's files in which changes are kept apart: with the kernel's overlay where Tau may mount, else with
 * fuse-overlayfs. A user namespace would not do: only the processes inside it would see the view, and Tau's own tools are not inside.
 */
export async function mountOverlay(processes: ExtensionProcesses, folders: OverlayFolders): Promise<void> {
  const { lower, upper, work, merged } = folders;
  if (process.platform !== "linux") throw new Error("Overlays can be mounted on Linux alone.");
  const special = [upper, work].find((path) => /[,:\\]/.test(path));
  if (special !== undefined)
    throw new Error(`No overlay can be mounted in ${special}: its path has a comma, a colon or a backslash.`);
  // The lower folder is named by the working directory of the command, because its path may hold any character.
  const options = `lowerdir=.,upperdir=${upper},workdir=${work}`;
  const attempts: readonly (readonly [program: string, ...args: string[]])[] = [
    ["mount", "-t", "overlay", "overlay", "-o", `${options},nosuid,nodev`, merged],
    ["fuse-overlayfs", "-o", options, merged],
  ];
  const problems: string[] = [];
  for (const [program, ...args] of attempts) {
    const problem = await run(processes, program, args, lower);
    if (problem === undefined && isMounted(merged)) return;
    problems.push(`${program}: ${problem ?? "nothing was mounted"}`);
  }
  throw new Error(`No overlay can be mounted here (${problems.join("; ")}).`);
}

/** Unmounts the view, if it is mounted. A process that still works in it keeps it until it ends. */
export async function unmount(processes: ExtensionProcesses, merged: string): Promise<void> {
  const attempts: readonly (readonly [program: string, ...args: string[]])[] = [
    ["umount", merged],
    ["fusermount3", "-u", merged],
    ["umount", "-l", merged],
    ["fusermount3", "-u", "-z", merged],
    ["fusermount", "-u", "-z", merged],
  ];
  const problems: string[] = [];
  for (const [program, ...args] of attempts) {
    if (!isMounted(merged)) return;
    problems.push(`${program}: ${(await run(processes, program, args, "/")) ?? "it is still mounted"}`);
  }
  if (isMounted(merged))
    throw new Error(`${merged} could not be unmounted (${problems[0]}). Unmount it: umount -l ${merged}`);
}

/** The file system's own folder may not be readable, and could not be removed then. */
export function makeRemovable(work: string): void {
  if (!existsSync(work)) return;
  for (const name of readdirSync(work))
    if (statSync(join(work, name)).isDirectory()) chmodSync(join(work, name), 0o700);
}

/** Whether something is mounted at a folder. */
export function isMounted(folder: string): boolean {
  if (!existsSync("/proc/self/mountinfo")) return false;
  const lines = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
  return lines.some((line) => plain(line.split(" ")[4] ?? "") === folder);
}

/** Returns a path of the mount table, which writes blanks and the like as octal numbers. */
function plain(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** Resolves to the problem if the program fails or is not there. */
async function run(
  processes: ExtensionProcesses,
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<string | undefined> {
  try {
    const { exitCode, stderr, stdout } = await processes.run(program, args, {
      ...{ cwd, timeoutMs: MOUNT_MS, env: { LC_ALL: "C" } },
    });
    if (exitCode === 0) return undefined;
    const [said = ""] = `${stderr.toString("utf8")}${stdout.toString("utf8")}`.trim().split("\n");
    return said.slice(0, 200) || `exit code ${exitCode}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
