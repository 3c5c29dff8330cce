import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes a string unchanged, anything else as JSON. */
export async function writeConfig(home: string, file: string, content: unknown): Promise<void> {
  const path = join(home, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}
