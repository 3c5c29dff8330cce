import { lstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { localProcesses } from "../../process/index.ts";
import { compileFilter, compileMatcher } from "../glob.ts";
import { createRipgrep, type Ripgrep, SEARCH_RULES, searchError } from "../ripgrep.ts";
import { splitRecords } from "../split-records.ts";

export interface FindGlobOptions {
  /** Patterns to exclude, in addition to the ignore files. */
  readonly ignore: string[];
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** The search operations that the tool needs. The default searches this machine; ssh, containers and tests provide their own. */
export interface FindOperations {
  exists(absolutePath: string): Promise<boolean> | boolean;
  /** Returns relative or absolute paths. More than `limit` of them means that there are more. */
  glob(pattern: string, cwd: string, options: FindGlobOptions): Promise<string[]> | string[];
}

/** Maximum number of matches to collect and sort; a pattern with more is too wide to be useful. */
const MAX_COLLECTED = 100_000;

export function createLocalFindOperations(ripgrep: Ripgrep = createRipgrep(localProcesses)): FindOperations {
  return {
    exists: (absolutePath) =>
      stat(absolutePath).then(
        () => true,
        () => false,
      ),
    async glob(pattern, cwd, { ignore, signal }) {
      const { args, matches } = await compileFilter(pattern);
      const exclusions = ignore.map((excluded) => `--glob=!${excluded}`);
      if (mayNameFolder(pattern)) return await findFilesOrFolders(ripgrep, pattern, cwd, exclusions, signal);
      const found: string[] = [];
      await listFiles(ripgrep, cwd, [...args, ...exclusions], signal, (path) => {
        if (!matches || matches(path)) found.push(path);
        return found.length < MAX_COLLECTED;
      });
      return inOrder(found, cwd);
    },
  };
}

/** Up to this many files are sorted by time, which costs a few milliseconds. With more, the time does not help. */
const MAX_DATED = 2000;

/**
 * Sorts the newest first, because recently changed files are usually wanted. Sorts by name if there are too many files
 * or the times are equal.
 */
function inOrder(paths: string[], cwd: string): string[] {
  paths.sort();
  if (paths.length > MAX_DATED) return paths;
  const dated = paths.map((path) => ({ path, time: changedAt(join(cwd, path)) }));
  return dated.sort((a, b) => b.time - a.time).map(({ path }) => path);
}

/** Returns the time of change in whole seconds, so that files written together stay sorted by name. A file that is gone comes last. */
function changedAt(path: string): number {
  return Math.floor((lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000);
}

/** Lists files. `onPath` returns whether it wants more. */
async function listFiles(
  ripgrep: Ripgrep,
  cwd: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
  onPath: (path: string) => boolean,
): Promise<void> {
  const enough = new AbortController();
  const onData = splitRecords("\0", (path) => {
    if (!enough.signal.aborted && !onPath(path.startsWith("./") ? path.slice(2) : path)) enough.abort();
  });
  const outcome = await ripgrep({
    args: ["--files", "--null", ...SEARCH_RULES, ...args],
    cwd,
    onData,
    signal: signal ? AbortSignal.any([signal, enough.signal]) : enough.signal,
  });
  const error = enough.signal.aborted || signal?.aborted ? undefined : searchError(outcome);
  if (error) throw error;
}

/** Returns whether a pattern may mean a folder: a pattern with a file extension means files. */
function mayNameFolder(pattern: string): boolean {
  const [name = ""] = pattern.split("/").slice(-1);
  return !pattern.startsWith("!") && !name.includes(".", 1);
}

/** Finds files or, if none matches, folders on the paths of files, because the search program lists only files. */
async function findFilesOrFolders(
  ripgrep: Ripgrep,
  pattern: string,
  cwd: string,
  exclusions: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const matches = await compileMatcher(pattern);
  const found: string[] = [];
  const folders = new Set<string>();
  await listFiles(ripgrep, cwd, exclusions, signal, (path) => {
    if (matches(path)) found.push(path);
    if (found.length === 0) addFolders(path, folders);
    return found.length < MAX_COLLECTED;
  });
  if (found.length > 0) return inOrder(found, cwd);
  const matchesFolder = await compileMatcher(pattern.replace(/(?<=.)\/$/, ""));
  return [...folders]
    .filter(matchesFolder)
    .map((folder) => `${folder}/`)
    .sort();
}

function addFolders(path: string, folders: Set<string>): void {
  for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
    const folder = path.slice(0, slash);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
}
