/** What it takes to import the package, bundled as it ships, above importing an empty module. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { median, printFigures } from "./support/figures.ts";

const ROUNDS = 15;
const folder = mkdtempSync(join(tmpdir(), "tau-bench-import-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const { metafile } = buildSync({
  entryPoints: { ai: fileURLToPath(new URL("../src/index.ts", import.meta.url)) },
  outdir: folder,
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "node",
  outExtension: { ".js": ".mjs" },
  metafile: true,
});
writeFileSync(join(folder, "empty.mjs"), "export {};\n");

/** Milliseconds of one import in a process of its own, CPU and wall. */
function importOnce(file: string): { cpu: number; wall: number } {
  const program = `
    const cpu = process.cpuUsage(), wall = performance.now();
    await import(${JSON.stringify(join(folder, file))});
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ cpu: (user + system) / 1000, wall: performance.now() - wall }));
  `;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

const samples = Array.from({ length: ROUNDS + 1 }, () => ({
  ai: importOnce("ai.mjs"),
  empty: importOnce("empty.mjs"),
}));
const above = (clock: "cpu" | "wall") => median(samples.slice(1).map(({ ai, empty }) => ai[clock] - empty[clock]));
const eager = Object.entries(metafile.outputs).find(([path]) => path.endsWith("ai.mjs"))?.[1].bytes ?? 0;

printFigures([
  { name: "import, CPU above an empty module", value: above("cpu"), unit: "ms", atMost: 15 },
  { name: "import, wall above an empty module", value: above("wall"), unit: "ms" },
  { name: "the entry itself", value: eager / 1000, unit: "KB" },
]);
