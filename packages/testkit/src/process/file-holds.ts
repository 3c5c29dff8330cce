import { readFile } from "node:fs/promises";
import { asPredicate, waitUntil } from "../wait-until.ts";

/** Resolves when the file exists and its text matches the pattern. */
export async function fileHolds(
  path: string,
  pattern: string | RegExp | ((content: string) => boolean) = () => true,
  timeoutMs?: number,
): Promise<void> {
  const matches = asPredicate(pattern);
  const look = async (): Promise<true | undefined> => {
    const content = await readFile(path, "utf8").catch(ignoreMissing);
    return content !== undefined && matches(content) ? true : undefined;
  };
  const describe = () => `The file ${path} never held ${String(pattern)}`;
  await waitUntil(look, { describe, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
