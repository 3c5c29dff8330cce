#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { VERSION } from "./version.ts";

// Answered here so that no other module is loaded for it.
const [only, ...more] = process.argv.slice(2);
if ((only === "--version" || only === "-v") && more.length === 0) {
  process.stdout.write(`${VERSION}\n`);
} else {
  enableCompileCache();
  const { main } = await import("./cli/main.ts");
  process.exitCode = await main(process.argv.slice(2));
}
