import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { tempFolder } from "./temp-folder.ts";

/** A new folder with these files, gone after the test. */
export async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await tempFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
