// Lists source files of more than 400 lines, which probably contain a second concept. The linter rejects more than 600.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { at } from "./bootstrap/root.mjs";
import { sourceFiles } from "./source-files.mjs";

const LIMIT = 400;

for (const path of sourceFiles("packages")) {
  const lines = readFileSync(path, "utf8").split("\n").length - 1;
  if (lines > LIMIT)
    console.log(`warning: ${relative(at("."), path)} has ${lines} lines. Is there a second concept in it?`);
}
