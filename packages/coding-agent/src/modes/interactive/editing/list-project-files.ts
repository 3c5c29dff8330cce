import { dirname } from "node:path";
import { localProcesses } from "../../../core/process/index.ts";
import { createRipgrep, type RipgrepLimits, SEARCH_RULES } from "../../../core/tools/ripgrep.ts";

const MOST_FILES = 200_000;
/** Names with control characters, which cannot be typed into a prompt. */
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/** Lists the files of a project that are not ignored, and their folders, relative to it. */
export async function listProjectFiles(
  root: string,
  signal: AbortSignal,
  limits: RipgrepLimits = { silenceMs: 10_000 },
): Promise<string[]> {
  const stop = new AbortController();
  const files: string[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  const onData = (bytes: Buffer) => {
    const names = (rest + decoder.decode(bytes, { stream: true })).split("\0");
    rest = names.pop() ?? "";
    for (const name of names) if (!CONTROL.test(name)) files.push(name);
    if (files.length >= MOST_FILES) stop.abort();
  };
  const args = [...SEARCH_RULES, "--files", "--null"];
  const search = createRipgrep(localProcesses, limits);
  await search({ args, cwd: root, onData, signal: AbortSignal.any([signal, stop.signal]) }).catch((error: unknown) => {
    if (!stop.signal.aborted && !signal.aborted) throw error;
  });
  return [...foldersOf(files), ...files];
}

function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = dirname(file); folder !== "." && !folders.has(`${folder}/`); folder = dirname(folder))
      folders.add(`${folder}/`);
  }
  return [...folders];
}
