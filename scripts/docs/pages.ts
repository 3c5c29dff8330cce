import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export interface Page {
  readonly path: string;
  /** Relative to the repository. */
  readonly name: string;
  readonly text: string;
}

const root = new URL("../../", import.meta.url);

/** Reads the manual, and the other pages that contain generated tables. */
export async function readPages(): Promise<Page[]> {
  const manual = (await readdir(new URL("docs/", root))).filter((name) => name.endsWith(".md")).sort();
  const names = [...manual.map((name) => `docs/${name}`), "README.md", "packages/coding-agent/README.md"];
  return await Promise.all(
    names.map(async (name) => {
      const path = fileURLToPath(new URL(name, root));
      return { path, name, text: await readFile(path, "utf8") };
    }),
  );
}
