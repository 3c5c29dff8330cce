import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Resolves to the text of the first of these files that exists. */
export async function firstFile(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const text = await textOf(join(folder, name));
    if (text !== undefined) return text;
  }
  return undefined;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
