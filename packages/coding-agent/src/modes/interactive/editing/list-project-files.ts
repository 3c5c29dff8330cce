import { dirname } from "node:path";
import { localProcesses } from "../../../core/process/index.ts";
import { createRipgrep, SEARCH_RULES } from "../../../core/tools/ripgrep.ts";

const MOST_FILES = 200_000;

/** The files of a project that are not ignored, and their folders, relative to it. */
export async function listProjectFiles(root: string, signal: AbortSignal): Promise<string[]> {
  const stop = new AbortController();
  const files: string[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  const onData = (bytes: Buffer) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) files.push(line);
    if (files.length >= MOST_FILES) stop.abort();
  };
  const args = [...SEARCH_RULES, "--files"];
  const search = createRipgrep(localProcesses);
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
