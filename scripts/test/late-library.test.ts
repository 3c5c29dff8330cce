import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterEach, expect, test } from "vitest";
import { buildLateLibrary, type LateParts } from "../build/late-library.ts";
import { buildTuiLibrary } from "../build/tui-library.ts";

const run = promisify(execFile);
const TUI = join(import.meta.dirname, "../../packages/tui");
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const SOURCES = {
  "src/index.ts": `
export { Car } from "./car.ts";
export { built } from "./count.ts";
export { honk } from "./horn/index.ts";`,
  "src/car.ts": `
import { Engine } from "./engine.ts";
export class Car { engine = new Engine("loud"); }`,
  "src/count.ts": `
export const built: string[] = [];
export const note = (name: string) => built.push(name);`,
  "src/engine.ts": `
import { type Note, note } from "./note.ts";
export class Engine { kind: Note; constructor(kind: Note) { this.kind = kind; note(kind); } }`,
  "src/note.ts": `
import { note as tell } from "./count.ts";
export type Note = string;
export const note = (kind: Note) => tell(kind);`,
  "src/horn/index.ts": 'export { honk } from "./honk.ts";',
  "src/horn/honk.ts": `
import { note } from "../count.ts";
export function honk(times: number) { note("horn"); return "honk ".repeat(times); }`,
};
const PARTS: LateParts = {
  engine: { "car.ts": ["engine.ts"] },
  horn: { "horn/index.ts": ["horn/honk.ts"] },
};

test("a part is loaded with its first use and shares everything with the rest", async () => {
  const folder = await write(SOURCES);
  await buildFixture(folder, PARTS);
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url.split("/").at(-1)), next(url, context)) });
    const { Car, built, honk } = await import("./out/index.js");
    const steps = [loaded.splice(0)];
    const { engine } = new Car();
    steps.push(engine.kind, engine.constructor === new Car().engine.constructor, loaded.splice(0));
    steps.push(honk(2), loaded.splice(0), built);
    console.log(JSON.stringify(steps));`;
  expect(await evaluate(folder, program)).toEqual([
    ["index.js"],
    "loud",
    true,
    ["late-engine.js"],
    "honk honk ",
    ["late-horn.js"],
    ["loud", "loud", "horn"],
  ]);
});

test("a library is built to the same files each time", async () => {
  const folder = await write(SOURCES);
  const built = async () => {
    await buildFixture(folder, PARTS);
    const files = (await readdir(join(folder, "out"))).sort();
    return await evaluate(
      folder,
      `import { readFileSync } from "node:fs";
       console.log(JSON.stringify(${JSON.stringify(files)}.map((file) => [file, readFileSync("out/" + file, "utf8")])));`,
    );
  };
  expect(await built()).toEqual(await built());
});

test.each([
  [
    "a class that others extend",
    { "src/car.ts": 'import { Engine } from "./engine.ts"; export class Car extends Engine {}' },
    "Engine cannot be loaded late",
  ],
  [
    "a class that is asked for",
    { "src/car.ts": 'import { Engine } from "./engine.ts"; export const Car = (x: unknown) => x instanceof Engine;' },
    "Engine cannot be loaded late",
  ],
  ["a name that is not there", { "src/engine.ts": "export function Motor() {}" }, "No matching export"],
  ["a constant", { "src/engine.ts": "export const Engine = 1;" }, "Engine cannot be loaded late"],
  ["a seam that is gone", { "src/car.ts": "export class Car {}" }, "there is no such seam any more"],
])("%s stops the build", async (_, changed, message) => {
  const folder = await write({ ...SOURCES, ...changed });
  await expect(buildFixture(folder, PARTS)).rejects.toThrow(message);
});

const PROGRAM = `
  const tui = await import(SPECIFIER);
  const { Input, Markdown, Text, TuiAltScreen, TuiMainScreen, VimEditor, encodeKitty, renderLatex, setCapabilities } = tui;
  setCapabilities({ images: null, trueColor: true, hyperlinks: true });
  const plain = new Proxy({}, { get: (_, name) => /^(?:highlightCode|codeBlockIndent)$/.test(name) ? undefined : (text) => text });
  const written = [];
  const terminal = { columns: 20, rows: 3, kittyProtocolActive: false, start() {}, stop() {}, write: (text) => written.push(text) };
  const screen = new TuiAltScreen(terminal);
  screen.addChild(new Text("on a screen", 0, 0));
  screen.start();
  screen.renderNow();
  screen.stop();
  const regular = new TuiMainScreen(terminal);
  const editor = new VimEditor(regular, { borderColor: plain.border, selectList: plain });
  regular.addChild(editor);
  regular.showOverlay(new Text("over it", 0, 0), { nonCapturing: true });
  regular.start();
  for (const keys of ["one two", "\\x1b", "b", "dw"]) for (const key of keys) editor.handleInput(key);
  regular.renderNow();
  regular.stop();
  const input = new Input();
  for (const key of ["n", "a", "\\x1b[D", "o"]) input.handleInput(key);
  console.log(JSON.stringify([
    new Markdown("- a [link](https://example.org)\\n\\n\`\`\`mermaid\\ngraph TD; A-->B\\n\`\`\`\\n", 0, 0, plain).render(40),
    renderLatex("x^2"),
    encodeKitty("AAAA", { columns: 2 }),
    written.join("").includes("on a screen"),
    written.join("").includes("over it"),
    editor.getText(),
    input.getValue(),
    tui.wordWrapLine("a wide line", 6).map((chunk) => chunk.text),
  ]));`;
const DRAWN = [
  [
    "- a \x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\",
    "",
    "┌───┐",
    "│ A │",
    "└┬──┘",
    " │",
    " ▼",
    "┌───┐",
    "│ B │",
    "└───┘",
  ],
  "x²",
  "\x1b_Ga=T,f=100,q=2,c=2;AAAA\x1b\\",
  true,
  true,
  "one ",
  "noa",
  ["a wide ", "line"],
];

test("the terminal library draws the same as published, and in a bundle that stands alone", async () => {
  const folder = await installTui();
  expect(await evaluate(folder, PROGRAM.replace("SPECIFIER", '"@tau/tui"'))).toEqual(DRAWN);

  await bundle(folder, "*", "alone/tui.js");
  await rm(join(folder, "node_modules"), { recursive: true });
  expect(await evaluate(join(folder, "alone"), PROGRAM.replace("SPECIFIER", '"./tui.js"'))).toEqual(DRAWN);
});

test("a bundle holds of the terminal library what its program imports", async () => {
  const folder = await installTui();
  const sizes = await Promise.all(
    ["*", "{ Text }", "{ visibleWidth }"].map((names) => bundle(folder, names, "out.js")),
  );
  const [all = 0, text = 0, width = 0] = sizes;
  expect(text).toBeLessThan(all / 10);
  expect(width).toBeLessThan(all / 20);
});

async function installTui(): Promise<string> {
  const folder = await write({ "package.json": "{}" });
  const installed = join(folder, "node_modules/@tau/tui");
  await buildTuiLibrary(join(installed, "dist"));
  await cp(join(TUI, "package.json"), join(installed, "package.json"));
  return folder;
}

/** Returns how long the bundle is. */
async function bundle(folder: string, names: string, file: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from "@tau/tui";`, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  const text = outputFiles.map((output) => output.text).join("");
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
  return text.length;
}

async function write(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tau-late-"));
  folders.push(folder);
  for (const [path, text] of Object.entries({ "package.json": '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

async function buildFixture(folder: string, parts: LateParts): Promise<void> {
  await buildLateLibrary({
    sources: join(folder, "src"),
    entry: "index.ts",
    parts,
    outdir: join(folder, "out"),
    options: { absWorkingDir: folder, platform: "node", minify: true, logLevel: "silent" },
  });
}

async function evaluate(folder: string, program: string): Promise<unknown> {
  await writeFile(join(folder, "program.mjs"), program);
  const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: folder });
  return JSON.parse(stdout);
}
