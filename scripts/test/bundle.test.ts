import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build, type Plugin } from "esbuild";
import { afterEach, expect, test } from "vitest";
import { rewriteBuiltinImports } from "../build/builtin-imports.ts";
import { builtinRequires } from "../build/builtin-requires.ts";
import { ChunkGraph } from "../build/chunk-graph.ts";
import { directImports } from "../build/direct-imports.ts";
import { joinChunks } from "../build/join-chunks.ts";
import { buildLibrary } from "../build/library.ts";
import { mergeImports } from "../build/merge-imports.ts";
import { shortenLocals } from "../build/shorten-locals.ts";

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

test("a CommonJS package in a bundle of ES modules can require Node's modules", async () => {
  const contents =
    'const { sep } = require("path"); exports.seen = [sep, typeof require("node:fs/promises").readFile];';
  const { outputFiles } = await build({
    stdin: { contents, loader: "js", resolveDir: tmpdir() },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    plugins: [builtinRequires()],
  });
  expect(await evaluate(outputFiles[0]?.text ?? "")).toEqual({ default: { seen: ["/", "function"] } });
});

test("imports of Node's modules become look-ups that mean the same", async () => {
  const source = [
    'import{readFileSync as read,existsSync}from"node:fs";',
    'import*as os from"node:os";',
    'import path from"node:path";',
    'import{execFile as run,ChildProcess}from"node:child_process";',
    'import{promisify}from"node:util";',
    'import{readdir}from"node:fs/promises";',
    "export const seen=[typeof read,existsSync('/'),os.EOL,path.sep,typeof ChildProcess,typeof readdir,",
    'await promisify(run)(process.execPath,["-e","process.stdout.write(String(1))"])];',
  ].join("");
  const rewritten = rewriteBuiltinImports(source);
  expect(rewritten).not.toMatch(/\bimport\b/);
  const [plain, looked] = await Promise.all([evaluate(source), evaluate(rewritten)]);
  expect(looked).toEqual(plain);
  expect(looked).toEqual({
    seen: ["function", true, "\n", "/", "function", "function", { stdout: "1", stderr: "" }],
  });
});

test("a start loads one file per stage, and every module still exists once", async () => {
  const files = {
    "cli.ts": 'export const start = async () => (await import("./run.ts")).run();',
    "count.ts": "export const loads: string[] = []; export const note = (name: string) => loads.push(name);",
    "shared.ts": 'import { note } from "./count.ts"; note("shared"); export const name = "shared"; export default 1;',
    "both.ts": 'import { note } from "./count.ts"; note("both"); export const name = "both";',
    "run.ts": `import { loads } from "./count.ts"; import { name } from "./shared.ts"; import { name as both } from "./both.ts";
      export const run = async () => {
        const { show } = await import("./screen.ts");
        return [name, both, show(), (await import("./both.ts")).name, (await import("./extra.ts")).extra, loads];
      };`,
    "screen.ts": `import one, { name } from "./shared.ts"; import { note } from "./count.ts"; import { deep } from "./deep.ts";
      note("screen"); export const show = () => \`\${name} \${one} \${deep}\`;`,
    "deep.ts": 'export const deep = "deep";',
    "extra.ts": 'import { name } from "./both.ts"; import { deep } from "./deep.ts"; export const extra = name + deep;',
  };
  const folder = await write(files);
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["cli.ts"],
    outdir: "out",
    bundle: true,
    splitting: true,
    format: "esm",
    minifyWhitespace: true,
    metafile: true,
    write: false,
  });
  const chunks = new Map(outputFiles.map(({ path, text }) => [path.slice(folder.length + 1), text]));
  const joined = await joinChunks(chunks, metafile, { before: ["cli.ts"], stages: ["run.ts", "screen.ts"] });
  await write(Object.fromEntries(joined), folder);
  const { start } = (await import(join(folder, "out/cli.js"))) as { start(): Promise<unknown> };
  expect(await start()).toEqual(["shared", "both", "shared 1 deep", "both", "bothdeep", ["shared", "both", "screen"]]);
  const kinds = (await readdir(join(folder, "out"))).map((file) => file.replace(/-[A-Z0-9]{8}/, "")).sort();
  expect(kinds).toEqual(["both.js", "cli.js", "extra.js", "run.js", "screen.js"]);
});

test("one of several alternatives loads itself, what most share as one file, and what is too large to read in vain", async () => {
  const large = (name: string) => `export const ${name} = ${JSON.stringify(name.repeat(2_000))};`;
  const files = {
    "main.ts": "export const main = 1;",
    "a.ts":
      'import { all } from "./all.ts"; import { ab } from "./ab.ts"; import { big } from "./big.ts"; export default [all.length, ab, big.length];',
    "b.ts": 'import { all } from "./all.ts"; import { ab } from "./ab.ts"; export default [all.length, ab];',
    "c.ts": 'import { all } from "./all.ts"; import { big } from "./big.ts"; export default [all.length, big.length];',
    "d.ts": 'import { all } from "./all.ts"; export default [all.length];',
    "all.ts": large("all"),
    "ab.ts": 'export const ab = "ab";',
    "big.ts": large("big"),
  };
  const folder = await write(files);
  const sources = ["a.ts", "b.ts", "c.ts", "d.ts"];
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["main.ts", ...sources],
    outdir: "out",
    bundle: true,
    splitting: true,
    format: "esm",
    metafile: true,
    write: false,
  });
  const chunks = new Map(outputFiles.map(({ path, text }) => [path.slice(folder.length + 1), text]));
  const alternatives = { entries: sources, place: "out/shared/common.js" };
  const joined = await joinChunks(chunks, metafile, { before: ["main.ts"], stages: [], alternatives });
  await write(Object.fromEntries(joined), folder);
  const loaded = await Promise.all(sources.map((source) => import(join(folder, "out", source.replace(".ts", ".js")))));
  expect(loaded.map((module: { default: unknown }) => module.default)).toEqual([
    [6_000, "ab", 6_000],
    [6_000, "ab"],
    [6_000, 6_000],
    [6_000],
  ]);
  const texts = Object.fromEntries([...joined].map(([path, text]) => [path.replace(/-[A-Z0-9]{8}/, ""), text]));
  expect(Object.keys(texts).sort()).toEqual(
    ["chunk", "a", "b", "c", "d", "main", "shared/common"].map((name) => `out/${name}.js`).sort(),
  );
  expect(texts["out/shared/common.js"]).toContain("allall");
  expect(texts["out/shared/common.js"]).not.toContain("bigbig");
});

test("importing the library of models opens two files and shows nothing but its names; a request opens few more", async () => {
  const folder = await write(Object.fromEntries(await buildLibrary("ai")));
  const entry = join(folder, "packages/ai/dist/index.js");
  const program = `
    import { registerHooks } from "node:module";
    const files = [];
    registerHooks({ load(url, context, next) { files.push(url.split("/dist/")[1]); return next(url, context); } });
    const names = Object.keys(await import(${JSON.stringify(entry)}));
    const { complete, getModels, loadProvider } = await import(${JSON.stringify(entry)});
    const eager = files.splice(0);
    const model = { id: "m", api: "anthropic-messages", provider: "p", baseUrl: "http://127.0.0.1:1", input: [], cost: {} };
    await complete(model, { messages: [] }, { maxRetries: 0 });
    const request = files.map((file) => file.replace(/-[A-Z0-9]{8}/, ""));
    await loadProvider("anthropic");
    const oauth = Object.keys(await import(${JSON.stringify(join(folder, "packages/ai/dist/oauth.js"))}));
    console.log(JSON.stringify({ eager, request, names, models: getModels("anthropic").length > 0, oauth }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  const [main, oauth] = await Promise.all([import("@tau/ai"), import("@tau/ai/oauth")]);
  expect(JSON.parse(stdout)).toEqual({
    eager: ["index.js", "chunks/main.js"],
    // Nothing listens there: the last two explain the failure.
    request: ["anthropic-messages", "protocols", "chunk", "network-error", "chunk"].map((name) => `chunks/${name}.js`),
    names: Object.keys(main).sort(),
    models: true,
    oauth: Object.keys(oauth).sort(),
  });
});

test("a name that an index hands on brings along nothing else of that index", async () => {
  const files = {
    "start.ts": `import { used as it, type Shape } from "./index.ts"; import { renamed, Kind } from "./index.ts";
      export const start: Shape = [it, renamed(), new Kind().own];`,
    "other.ts": 'export * from "./index.ts";',
    "index.ts": `export { type Shape, used } from "./folder/index.ts";
      export * from "./more.ts";
      export { heavy as light } from "./heavy.ts";`,
    "folder/index.ts": 'export * from "./used.ts";\nexport type { Shape } from "./used.ts";',
    "folder/used.ts": "export type Shape = unknown[];\nexport const { used } = { used: 1 };",
    "more.ts": `import { two } from "./two.ts";
export class Kind { own = 3; }
export { two as renamed };`,
    "two.ts": "export function two(): number { return 2; }",
    "heavy.ts": 'export const heavy = "HEAVY";',
  };
  // As the formatter leaves sources: a statement begins its line.
  const sources = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replace(/^ +/gm, "").replace("; import", ";\nimport")]),
  );
  const folder = await write(sources);
  const bundle = async (plugins: Plugin[]) => {
    const { outputFiles, metafile } = await build({
      absWorkingDir: folder,
      entryPoints: ["start.ts", "other.ts"],
      outdir: plugins.length > 0 ? "direct" : "plain",
      bundle: true,
      splitting: true,
      format: "esm",
      metafile: true,
      plugins,
    });
    const entry = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === "start.ts") ?? "";
    const files = new ChunkGraph(metafile).closure([entry]);
    const inputs = [...files].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {})).sort();
    const { start } = (await import(join(folder, entry))) as { start: unknown };
    return { inputs, start, files: outputFiles };
  };
  const plain = await bundle([]);
  const direct = await bundle([directImports(/\.ts$/)]);
  expect(plain).toMatchObject({ start: [1, 2, 3], inputs: expect.arrayContaining(["heavy.ts"]) });
  expect(direct).toMatchObject({ start: [1, 2, 3], inputs: ["folder/used.ts", "more.ts", "start.ts", "two.ts"] });
});

async function evaluate(code: string): Promise<object> {
  const folder = await write({ "module.mjs": code });
  return { ...((await import(join(folder, "module.mjs"))) as object) };
}

async function write(files: Record<string, string>, folder?: string): Promise<string> {
  const root = folder ?? (await mkdtemp(join(tmpdir(), "tau-bundle-")));
  if (!folder) folders.push(root);
  for (const [path, text] of Object.entries({ "package.json": '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

test("names of one module are imported by one statement, at the place of the first", () => {
  const code =
    'import{a}from"./x.js";import{b as c}from"./y.js";first();import{d,a}from"./x.js";\nimport"./z.js";import{a as e}from"./x.js"';
  expect(mergeImports(code)).toBe(
    'import{a,d,a as e}from"./x.js";import{b as c}from"./y.js";first();\nimport"./z.js";',
  );
});

test("local variables get short names, and everything that a stack trace shows keeps its own", async () => {
  const code = `
    import { outside } from "./outside.js";
    class Session { prompt(message) { return answerTo(message); } }
    function answerTo(question) { const answer = { question }; return outside(answer); }
    export { Session, answerTo as reply };`;
  expect((await shortenLocals(code)).replace(/\b[a-z]\b/g, "_")).toBe(
    'import{outside}from"./outside.js";class Session{prompt(_){return answerTo(_)}}' +
      "function answerTo(_){const _={question:_};return outside(_)}export{Session,answerTo as reply};\n",
  );
});
