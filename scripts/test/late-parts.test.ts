import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterEach, expect, test } from "vitest";
import { assertLate, type LateSources, lateParts, requireLateParts } from "../build/late-parts.ts";

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const SOURCES = {
  "main.ts": `
import { Engine } from "./engine.ts";
import { note } from "./count.ts";
import { honk } from "./horn.ts";
note("main");
export const honkTwice = () => honk(2);
export const start = () => new Engine("loud");
export const others = () => import("./others.ts");`,
  "count.ts": "export const notes: string[] = [];\nexport function note(name: string) { notes.push(name); }",
  "engine.ts": `
import { note } from "./count.ts";
import { Part } from "./engine-part.ts";
note("engine");
export const KINDS = ["loud"];
export class Engine { kind: string; part = new Part(); constructor(kind: string) { this.kind = kind; } }`,
  "engine-part.ts": "export class Part {}",
  "horn.ts": `
import { note } from "./count.ts";
note("horn");
export function honk(times: number) { return "honk ".repeat(times); }`,
  "others.ts": `
import { Engine } from "./engine.ts";
export { notes } from "./count.ts";
export { Engine };
export const isEngine = (value: unknown) => value instanceof Engine;`,
};
const PARTS: LateSources = { engine: ["engine.ts", "engine-part.ts"], horn: ["horn.ts"] };

test("a late part is loaded with its first call, and every class in it exists once", async () => {
  const { folder } = await bundle(SOURCES, PARTS);
  const program = `
    const { honkTwice, start, others } = await import("./out/main.js");
    const { notes } = await others();
    const steps = [notes.slice()];
    const engine = start();
    steps.push([engine.kind, (await others()).isEngine(engine), engine instanceof (await others()).Engine], notes.slice());
    steps.push(honkTwice(), honkTwice(), notes);
    console.log(JSON.stringify(steps));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
  });
  const [atStart, engine, withEngine, ...horn] = JSON.parse(stdout) as unknown[];
  expect(atStart).not.toContain("horn");
  expect(engine).toEqual(["loud", true, true]);
  expect(withEngine).not.toContain("horn");
  expect(horn).toEqual(["honk honk ", "honk honk ", expect.arrayContaining(["main", "engine", "horn"])]);
});

test("the build fails where a constant of a late part is imported, or a part is loaded at the start after all", async () => {
  const withConstant = { ...SOURCES, "main.ts": 'import { KINDS } from "./engine.ts";\nexport const kinds = KINDS;' };
  await expect(bundle(withConstant, PARTS)).rejects.toThrow("KINDS");
  const handedOn = { ...SOURCES, "main.ts": 'export { honk } from "./horn.ts";' };
  const { metafile } = await bundle(handedOn, { horn: ["horn.ts"] });
  expect(() => assertLate({ horn: ["horn.ts"] }, metafile, ["main.ts"])).toThrow("not late: horn.ts");
});

async function bundle(files: Record<string, string>, parts: LateSources) {
  const folder = await mkdtemp(join(tmpdir(), "tau-late-parts-"));
  folders.push(folder);
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [path, text] of Object.entries({ "package.json": '{"type":"module"}', ...files })) await put(path, text);
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["main.ts"],
    outdir: "out",
    bundle: true,
    splitting: true,
    format: "esm",
    minifyWhitespace: true,
    plugins: [lateParts(parts)],
    metafile: true,
    write: false,
    logLevel: "silent",
    logOverride: { "import-is-undefined": "error" },
  });
  for (const { path, text } of outputFiles) await put(path.slice(folder.length + 1), requireLateParts(text));
  return { folder, metafile };
}
