import { readdirSync } from "node:fs";
import { join } from "node:path";
import { at } from "./bootstrap/root.mjs";

const LEFT_OUT = ["node_modules", "dist", "test", "test-real", "bench", "data"];

/** Yields the hand-written sources and texts below a folder of the repository, without tests. */
export function* sourceFiles(folder) {
  yield* filesBelow(at(folder));
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (LEFT_OUT.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (/\.(?:ts|md)$/.test(entry.name) && !/\.(?:d|generated)\.ts$/.test(entry.name)) yield path;
  }
}
