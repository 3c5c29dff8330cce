import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/node/make-folder.ts";

test("a folder and those above it are made for the user alone, and a file in the way is named", async () => {
  const root = await mkdtemp(join(tmpdir(), "tau-folder-"));
  try {
    const folder = join(root, "one", "two");
    makeFolder(folder);
    makeFolder(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await writeFile(join(root, "file"), "");
    expect(() => makeFolder(join(root, "file", "below"))).toThrow(
      `Could not make the folder ${join(root, "file", "below")}`,
    );
  } finally {
    await rm(root, { recursive: true });
  }
});
