import { constants, statSync } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { isMissing } from "@tau/agent/error-code";
import { kindOf } from "./file-state.ts";
import { askGit, runGit, storeEnvironment, words } from "./git.ts";
import { diskPath, encodePath } from "./path-bytes.ts";
import { notePrivateFiles } from "./private-files.ts";
import { checkFileCount, SnapshotError, type SnapshotLimits } from "./snapshot.ts";
import type { Area } from "./store.ts";

/** The recorded files of one area; paths are relative to its folder. */
export interface RecordedFiles {
  readonly tree: string;
  readonly leftOut: readonly string[];
  /** Nested repositories. */
  readonly nested: readonly string[];
}

interface Changes {
  readonly update: string[];
  readonly remove: string[];
  readonly leftOut: string[];
  readonly nested: string[];
  /** Files that only their owner can read. */
  readonly private: string[];
}

/** Updates the index of an area from the disk and writes it as a tree. Reads only changed files and checks each other one once. */
export async function recordFiles(area: Area, limits: SnapshotLimits, kept: readonly string[]): Promise<RecordedFiles> {
  const place = { cwd: area.workTree, env: storeEnvironment(area) };
  const changes = await findChanges(area, limits, kept);
  const apply = async (paths: readonly string[], ...options: string[]) => {
    if (paths.length === 0) return;
    const input = encodePath(paths.map((path) => `${path}\0`).join(""));
    const asPack = paths.length >= MANY && (await packsManyFiles(place)) ? PACK : [];
    await runGit([...asPack, "update-index", "-z", ...options, "--stdin"], { ...place, input });
  };
  await apply(changes.remove, "--force-remove");
  await apply(changes.update, "--add", "--remove", "--replace");
  const shown = (paths: readonly string[]) => paths.map((path) => path.slice(area.prefix.length));
  notePrivateFiles(
    area.gitDir,
    shown(changes.private).map((path) => (area.folder ? `${area.folder}/${path}` : path)),
  );
  return { tree: await writeTree(area), leftOut: shown(changes.leftOut), nested: shown(changes.nested) };
}

/** From this many new contents on, one pack is faster to write than a file for each, and much smaller. */
const MANY = 500;
const PACK = ["-c", "core.bigFileThreshold=1", "-c", "core.compression=1"];

/** Returns whether git packs many files into one pack: before 2.37, `update-index` makes a pack for each file. */
async function packsManyFiles(place: Parameters<typeof runGit>[1]): Promise<boolean> {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec((await runGit(["version"], place)).toString("latin1")) ?? [];
  return Number(major) * 1000 + Number(minor) >= 2037;
}

async function writeTree(area: Area): Promise<string> {
  const { written } = area;
  if (written?.stamp === stampOf(area.index)) return written.tree;
  const output = await runGit(["write-tree", "--missing-ok"], { cwd: area.workTree, env: storeEnvironment(area) });
  const tree = output.toString("latin1").trim();
  area.written = { tree, stamp: stampOf(area.index) };
  return tree;
}

/** Returns a stamp that changes when git writes the index, because git then replaces the file. */
function stampOf(index: string): string {
  const stats = statSync(index, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino}-${stats.size}-${stats.mtimeNs}` : "none";
}

async function findChanges(area: Area, limits: SnapshotLimits, kept: readonly string[]): Promise<Changes> {
  const within = area.prefix ? ["--", `:(literal)${area.prefix}`] : [];
  const { found, closed } = await (countRecorded(area) > MANY ? listTwice : listOnce)(area, within);
  for (const path of kept.map((each) => area.prefix + each))
    if (!found.has(path) && kindOf(area.workTree, path) !== "behind-link") found.set(path, false);
  checkFileCount(found.size, limits);
  const changes: Changes = { update: [], remove: [], leftOut: closed, nested: [], private: [] };
  const all = [...found];
  for (let at = 0; at < all.length; at += BATCH)
    await Promise.all(
      all.slice(at, at + BATCH).map(([path, isTracked]) => sort(path, isTracked, area, limits, changes)),
    );
  return changes;
}

const BATCH = 256;

/** Returns how many files the index has, roughly: an entry has at least 72 bytes. */
function countRecorded({ index }: Area): number {
  return (statSync(index, { throwIfNoEntry: false })?.size ?? 0) / 72;
}

interface Listed {
  /** The changed and the new files, and whether each is in the index. */
  readonly found: Map<string, boolean>;
  /** Folders that cannot be read. */
  readonly closed: string[];
}

/** Resolves to the changed and the new files, and whether each is in the index. */
async function listOnce(area: Area, within: readonly string[]): Promise<Listed> {
  const options = { cwd: area.workTree, env: storeEnvironment(area) };
  const { stdout, closed } = await listFiles(["-t", "-m", "-d", "-o", "--exclude-standard", ...within], options);
  return { found: new Map(words(stdout).map((line) => [line.slice(2), !line.startsWith("?")])), closed };
}

/** Does the same with two processes at once, one of which compares files with several threads. */
async function listTwice(area: Area, within: readonly string[]): Promise<Listed> {
  const options = { cwd: area.workTree, env: storeEnvironment(area) };
  const [changed, others] = await Promise.all([
    runGit(["-c", "core.preloadIndex=true", "diff-files", "-z", "--name-only", "--no-renames", ...within], options),
    listFiles(["-o", "--exclude-standard", ...within], options),
  ]);
  const tracked = words(changed).map((path) => [path, true] as const);
  const untracked = words(others.stdout).map((path) => [path, false] as const);
  return { found: new Map([...untracked, ...tracked]), closed: others.closed };
}

/** Lists files. Folders that git cannot read are in its warnings only. */
async function listFiles(args: readonly string[], options: Parameters<typeof runGit>[1]) {
  const { exitCode, stdout, stderr } = await askGit(["ls-files", "-z", ...args], options);
  if (exitCode !== 0)
    throw new SnapshotError("git-failed", `git ls-files failed (${exitCode}): ${stderr.slice(0, 500)}`);
  const warnings = stderr.matchAll(/^warning: could not open directory '(.*?)\/?': /gm);
  return { stdout, closed: [...warnings].map(([, folder = ""]) => `${folder}/`) };
}

async function sort(
  path: string,
  isTracked: boolean,
  area: Area,
  limits: SnapshotLimits,
  changes: Changes,
): Promise<void> {
  if (path.endsWith("/")) return void changes.nested.push(path.slice(0, -1));
  if (RESERVED.test(path)) return void changes.leftOut.push(path);
  const state = await stateOf(diskPath(area.workTree, path), limits.maxFileBytes);
  if (state === "private") changes.private.push(path);
  // Git does not record what is behind a link: there the file is gone, and the link is recorded instead.
  if ((state === "file" || state === "private") && isTracked && kindOf(area.workTree, path) === "behind-link")
    changes.remove.push(path);
  else if (state === "file" || state === "private") changes.update.push(path);
  else if (state === "missing" || state === "other") isTracked && changes.remove.push(path);
  else {
    changes.leftOut.push(path);
    if (isTracked) changes.remove.push(path);
  }
}

/** Matches names that git never records, such as `.GIT`, which can be an ordinary folder. */
const RESERVED = /(?:^|\/)\.git(?:\/|$)/i;

async function stateOf(
  path: string | Buffer,
  maxBytes: number,
): Promise<"file" | "private" | "large" | "closed" | "missing" | "other"> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return "file";
    if (!stats.isFile()) return "other";
    if (stats.size > maxBytes) return "large";
    await access(path, constants.R_OK);
    return (stats.mode & 0o077) === 0 ? "private" : "file";
  } catch (error) {
    return isMissing(error) ? "missing" : "closed";
  }
}
