/**
 * What importing the bundled library costs above an empty module, in CPU time: without and with the compile cache that programs keep.
 * Machines differ, so it is also told as a share of what starting Node takes in the same run.
 * Run: node --conditions=@tau/source packages/tui/bench/import.ts
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROUNDS = 15;
/** 10 ms, where a bare Node takes 23. */
const LIMIT = 10 / 23;
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
    const rounds = Array.from({ length: ROUNDS }, () => ({
      cost: importMs("tui.mjs", cache) - importMs("empty.mjs", cache),
      bare: bareMs(),
    }));
    const cost = middle(rounds.map((round) => round.cost));
    const share = middle(rounds.map((round) => round.cost / round.bare));
    const limit = `limit ${LIMIT.toFixed(2)}x`;
    console.log(
      `import ${name}: ${cost.toFixed(1)} ms CPU above an empty module, ${share.toFixed(2)}x of a bare Node (${limit})`,
    );
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function importMs(file: string, cache: string | undefined): number {
  const parameters = [join(folder, "probe.mjs"), join(folder, file), ...(cache ? [cache] : [])];
  return Number(execFileSync(process.execPath, parameters, { encoding: "utf8" }));
}

/** CPU of a Node that does nothing, start to end: bash reads it from the kernel's accounting of its children. */
function bareMs(): number {
  const timed = `TIMEFORMAT='%U %S'; time "${process.execPath}" -e 0`;
  const { stderr } = spawnSync("bash", ["-c", timed], { encoding: "utf8" });
  return stderr.split(" ").reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
}
