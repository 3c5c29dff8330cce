import { stat } from "node:fs/promises";
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
      const files = await listFiles(ripgrep, cwd, [...args, ...exclusions], signal);
      const found = matches ? files.filter(matches) : files;
      if (found.length === 0) found.push(...(await findFolders(ripgrep, pattern, cwd, exclusions, signal)));
      return found.sort();
    },
  };
}

async function listFiles(ripgrep: Ripgrep, cwd: string, args: readonly string[], signal: AbortSignal | undefined) {
  const files: string[] = [];
  const enough = new AbortController();
  const onData = splitRecords("\0", (path) => {
    files.push(path.startsWith("./") ? path.slice(2) : path);
    if (files.length >= MAX_COLLECTED) enough.abort();
  });
  const outcome = await ripgrep({
    args: ["--files", "--null", ...SEARCH_RULES, ...args],
    cwd,
    onData,
    signal: signal ? AbortSignal.any([signal, enough.signal]) : enough.signal,
  });
  const error = enough.signal.aborted || signal?.aborted ? undefined : searchError(outcome);
  if (error) throw error;
  return files;
}

/** The search program lists files only; where none has the name, a folder may. */
async function findFolders(
  ripgrep: Ripgrep,
  pattern: string,
  cwd: string,
  exclusions: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const matches = await compileMatcher(pattern.replace(/(?<=.)\/$/, ""));
  const folders = new Set<string>();
  for (const path of await listFiles(ripgrep, cwd, exclusions, signal)) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders].filter(matches).map((folder) => `${folder}/`);
}
