/**
 * What importing the library costs above an empty module, in CPU time: without and with the compile cache that programs keep.
 * - published: `@tau/tui` as Node finds it once it is installed, every name of it;
 * - bundled: what a bundler makes of a program with the names that the chat example uses, as one file;
 * - bundled whole: the same with every name there is.
 * Machines differ, so it is also told as a share of what starting Node takes in the same run.
 * Run: node --conditions=@tau/source packages/tui/bench/import.ts
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildTuiLibrary } from "../../../scripts/build/tui-library.ts";

const ROUNDS = 15;
/** 10 ms, where a bare Node takes 23. */
const LIMIT = 10 / 23;
const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
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
  await prepare();
  measure();
} finally {
  rmSync(folder, { recursive: true });
}

async function prepare(): Promise<void> {
  const installed = join(folder, "node_modules/@tau/tui");
  await buildTuiLibrary(join(installed, "dist"));
  cpSync(join(PACKAGE, "package.json"), join(installed, "package.json"));
  write("probe.mjs", PROBE);
  write("empty.mjs", "export {};");
  await bundle("bundled.mjs", `export {${namesOfExample("chat.ts")}} from "@tau/tui";`);
  await bundle("whole.mjs", 'export * from "@tau/tui";');
}

function measure(): void {
  for (const [name, specifier] of [
    ["published", "@tau/tui"],
    ["bundled", "./bundled.mjs"],
    ["bundled whole", "./whole.mjs"],
  ] as const) {
    console.log(`${name}, cold: ${cost(specifier, undefined)}`);
    console.log(`${name}, with the compile cache: ${cost(specifier, join(folder, "cache"))}`);
  }
}

function cost(specifier: string, cache: string | undefined): string {
  // The first rounds fill the caches of the disk and of the compiler.
  for (let round = 0; round < 2; round++) importMs(specifier, cache);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    cost: importMs(specifier, cache) - importMs("./empty.mjs", cache),
    bare: bareMs(),
  }));
  const above = middle(rounds.map((round) => round.cost));
  const share = middle(rounds.map((round) => round.cost / round.bare));
  const limit = `limit ${LIMIT.toFixed(2)}x`;
  return `${above.toFixed(1)} ms CPU above an empty module, ${share.toFixed(2)}x of a bare Node (${limit})`;
}

async function bundle(file: string, contents: string): Promise<void> {
  await build({
    stdin: { contents, resolveDir: folder },
    outfile: join(folder, file),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
}

/** Without types: they leave no trace. */
function namesOfExample(file: string): string[] {
  const source = readFileSync(join(PACKAGE, "examples", file), "utf8");
  const [, names = ""] = /import \{([^}]*)\} from "\.\.\/src\/index\.ts"/.exec(source) ?? [];
  return names.split(",").filter((name) => name.trim() !== "" && !name.trim().startsWith("type "));
}

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function importMs(specifier: string, cache: string | undefined): number {
  const parameters = [join(folder, "probe.mjs"), specifier, ...(cache ? [cache] : [])];
  return Number(execFileSync(process.execPath, parameters, { encoding: "utf8" }));
}

/** CPU of a Node that does nothing, start to end: bash reads it from the kernel's accounting of its children. */
function bareMs(): number {
  const timed = `TIMEFORMAT='%U %S'; time "${process.execPath}" -e 0`;
  const { stderr } = spawnSync("bash", ["-c", timed], { encoding: "utf8" });
  return stderr.split(" ").reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
}
