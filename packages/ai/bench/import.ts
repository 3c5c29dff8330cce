/** What it takes to import the package, built as it ships, above importing an empty module. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildLibrary } from "../../../scripts/build/library.ts";
import { median, printFigures } from "./support/figures.ts";

const ROUNDS = 15;
const ENTRY = "packages/ai/dist/index.js";
const EAGER = [ENTRY, "packages/ai/dist/chunks/main.js"];
const folder = mkdtempSync(join(tmpdir(), "tau-bench-import-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const files = await buildLibrary("ai");
for (const [path, text] of [...files, ["package.json", '{"type":"module"}'], ["empty.js", "export {};\n"]] as const) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

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
  ai: importOnce(ENTRY),
  empty: importOnce("empty.js"),
}));
const above = (clock: "cpu" | "wall") => median(samples.slice(1).map(({ ai, empty }) => ai[clock] - empty[clock]));
const eager = EAGER.reduce((sum, path) => sum + (files.get(path)?.length ?? 0), 0);

printFigures([
  { name: "import, CPU above an empty module", value: above("cpu"), unit: "ms", atMost: 15 },
  { name: "import, wall above an empty module", value: above("wall"), unit: "ms" },
  { name: "what it reads, comments and all", value: eager / 1000, unit: "KB" },
]);
