import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMissing } from "@tau/agent/error-code";

/** Resolves to the text of the nearest CHANGELOG.md above this file, or to `undefined` if none was shipped. */
export async function readChangelog(start: string = import.meta.dirname): Promise<string | undefined> {
  for (let folder = start; ; folder = dirname(folder)) {
    const text = await readFile(join(folder, "CHANGELOG.md"), "utf8").catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (text !== undefined || folder === dirname(folder)) return text;
  }
}
