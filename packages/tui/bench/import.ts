/**
 * What importing the bundled library costs above an empty module, in CPU time: without and with the compile cache that programs keep.
 * Run: node --conditions=@tau/source packages/tui/bench/import.ts
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROUNDS = 15;
const ENTRY = fileURLToPath(new URL("../src/index.ts", import.meta.url));
const PROBE = `
import { enableCompileCache } from "node:module";
if (process.argv[3]) enableCompileCache(process.argv[3]);
const start = process.cpuUsage();
await import(process.argv[2]);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);
`;

const folder = mkdtempSync(join(tmpdir(), "tui-import-"));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(): Promise<void> {
  writeFileSync(join(folder, "probe.mjs"), PROBE);
  writeFileSync(join(folder, "empty.mjs"), "export {};");
  await build({
    entryPoints: [ENTRY],
    outfile: join(folder, "tui.mjs"),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    conditions: ["@tau/source"],
    logLevel: "error",
  });
  for (const [name, cache] of [
    ["cold", undefined],
    ["with the compile cache", join(folder, "cache")],
  ] as const) {
    // The first rounds fill the caches of the disk and of the compiler.
    for (let round = 0; round < 2; round++) importMs("tui.mjs", cache);
    const times = Array.from({ length: ROUNDS }, () => importMs("tui.mjs", cache) - importMs("empty.mjs", cache));
    const sorted = times.sort((a, b) => a - b);
    const [best = 0, median = 0] = [sorted[0], sorted[Math.floor(ROUNDS / 2)]];
    console.log(`import ${name}: ${median.toFixed(1)} ms CPU above an empty module (best ${best.toFixed(1)} ms)`);
  }
}

function importMs(file: string, cache: string | undefined): number {
  const parameters = [join(folder, "probe.mjs"), join(folder, file), ...(cache ? [cache] : [])];
  return Number(execFileSync(process.execPath, parameters, { encoding: "utf8" }));
}
