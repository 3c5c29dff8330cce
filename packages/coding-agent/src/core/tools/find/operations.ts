import { lstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { localProcesses } from "../../process/index.ts";
import { compileFilter, compileMatcher } from "../glob.ts";
import { createRipgrep, type Ripgrep, SEARCH_RULES, searchError } from "../ripgrep.ts";
import { splitRecords } from "../split-records.ts";

export interface FindGlobOptions {
  /** Patterns of what is to be left out besides the ignore files. */
  readonly ignore: string[];
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** What the tool needs of the world. The default searches this machine; ssh, containers and tests bring their own. */
export interface FindOperations {
  exists(absolutePath: string): Promise<boolean> | boolean;
  /** Answers relative or absolute paths; more than `limit` of them means that there are more. */
  glob(pattern: string, cwd: string, options: FindGlobOptions): Promise<string[]> | string[];
}

/** So many matches are collected to be put in order; a pattern with more is too wide for anyone. */
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

/** Up to so many files are looked at for their time: it costs a few milliseconds. Among more, nobody looks for the latest. */
const MAX_DATED = 2000;

/** The newest first, because what was changed last is what most are after; by name where there are too many or they are equally old. */
function inOrder(paths: string[], cwd: string): string[] {
  paths.sort();
  if (paths.length > MAX_DATED) return paths;
  const dated = paths.map((path) => ({ path, time: changedAt(join(cwd, path)) }));
  return dated.sort((a, b) => b.time - a.time).map(({ path }) => path);
}

/** In whole seconds: what was written together stays in the order of names. A file that is gone meanwhile comes last. */
function changedAt(path: string): number {
  return Math.floor((lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000);
}

/** `onPath` answers whether it wants more. */
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

/** Whoever gives an ending looks for files. */
function mayNameFolder(pattern: string): boolean {
  const [name = ""] = pattern.split("/").slice(-1);
  return !pattern.startsWith("!") && !name.includes(".", 1);
}

/** The search program lists files only; where none has the name, a folder on the way to one may. */
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
