import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetExtensionModules, loadExtensions } from "../../../src/core/extensions/index.ts";

let root: string;
let count = 0;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tau-package-loading-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A package as npm leaves it, below `node_modules`. */
function installed(files: Readonly<Record<string, string>>): string {
  count += 1;
  const place = join(root, `home-${count}`, "node_modules", "the-package");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  return place;
}

/** What the package's one command says of itself. */
async function said(path: string): Promise<unknown> {
  const {
    generation: { extensions },
    errors,
  } = await loadExtensions({ paths: [path], cwd: root });
  expect(errors).toEqual([]);
  return extensions.flatMap(({ commands }) => [...commands.values()].map(({ description }) => description));
}

const MANIFEST = '{"name":"the-package","type":"module","pi":{"extensions":["./index.ts"]}}';
const says = (expression: string) =>
  `export default (pi: any) => pi.registerCommand("it", { description: String(${expression}), handler() {} });`;

describe("an installed package", { timeout: 120_000 }, () => {
  test("depends on CommonJS that requires its own files without an ending, folders and the host", async () => {
    const place = installed({
      "package.json": MANIFEST,
      "node_modules/old/package.json": '{"name":"old","main":"index"}',
      "node_modules/old/index.js":
        'exports.word = require("./lib").word + require("./lib/more") + typeof require("@mariozechner/pi-tui").Text;',
      "node_modules/old/lib/index.js": 'exports.word = "folder ";',
      "node_modules/old/lib/more.js": 'module.exports = "file ";',
      "index.ts": `import old from "old";\nimport more from "old/lib/more";\n${says("old.word + more")}`,
    });
    expect(await said(place)).toEqual(["folder file functionfile "]);
  });

  test("names its files by its own `imports`, without an ending", async () => {
    const place = installed({
      "package.json": MANIFEST.replace('"pi"', '"imports":{"#src/*":"./src/*"},"pi"'),
      "src/inner.ts": "export const inner: string = 'inner';",
      "src/folder/index.ts": "export const deep: string = 'deep';",
      "index.ts": `import { inner } from "#src/inner";\nimport { deep } from "#src/folder";\n${says("inner + deep")}`,
    });
    expect(await said(place)).toEqual(["innerdeep"]);
  });

  test("imports JSON with and without `with`, and texts", async () => {
    const place = installed({
      "package.json": MANIFEST,
      "data.json": '{"x":"json "}',
      "prompt.md": "text ",
      "index.ts": `
        import data from "./data.json";
        import again from "./data.json" with { type: "json" };
        import text from "./prompt.md" with { type: "text" };
        import plain from "./prompt.md";
        ${says("data.x + again.x + text + plain")}`,
    });
    expect(await said(place)).toEqual(["json json text text "]);
  });

  test("imports parts of the host that lie deep in it, and names that are not there", async () => {
    const place = installed({
      "package.json": MANIFEST,
      "index.ts": `
        import { SessionManager } from "@earendil-works/pi-coding-agent/dist/core/session-manager.js";
        import { createMcpExtension, SomethingElse } from "@earendil-works/pi-coding-agent";
        ${says("[typeof SessionManager, typeof createMcpExtension, typeof SomethingElse]")}`,
    });
    expect(await said(place)).toEqual(["function,function,undefined"]);
  });

  test("is JSX", async () => {
    const place = installed({
      "package.json": MANIFEST.replace("index.ts", "index.tsx"),
      "index.tsx": `
        const React = { createElement: (name: string, props: any, ...children: string[]) => [name, ...children].join(":") };
        ${says("<box>in</box>")}`,
    });
    expect(await said(place)).toEqual(["box:in"]);
  });

  test("starts over at a reload: state of its modules is new, state of what it depends on is kept", async () => {
    const place = installed({
      "package.json": MANIFEST,
      "node_modules/kept/package.json": '{"name":"kept","type":"module","exports":"./index.js"}',
      "node_modules/kept/index.js": "let uses = 0; export const use = () => ++uses;",
      "state.ts": "let uses = 0; export const use = () => ++uses;",
      "index.ts": `import { use } from "./state.js";\nimport { use as kept } from "kept";\n${says("[use(), kept()]")}`,
    });
    expect(await said(place)).toEqual(["1,1"]);
    forgetExtensionModules();
    expect(await said(place)).toEqual(["1,2"]);
    writeFileSync(join(place, "state.ts"), "export const use = () => 'updated';");
    forgetExtensionModules();
    expect(await said(place)).toEqual(["updated,3"]);
  });

  test("that was never built says how to build it", async () => {
    const place = installed({
      "package.json": MANIFEST,
      "index.ts": 'throw new Error("Cannot find module ./build/Release/pty.node");',
    });
    const { errors } = await loadExtensions({ paths: [place], cwd: root });
    expect(errors[0]?.error).toContain(`npm rebuild in ${dirname(dirname(place))} runs them.`);
  });

  test("is CommonJS, and is read anew at a reload", async () => {
    const place = installed({
      "package.json": '{"name":"the-package","pi":{"extensions":["./index.js"]}}',
      "word.js": "module.exports = 'before';",
      "index.js": `const word = require("./word");
        module.exports = (pi) => pi.registerCommand("it", { description: word, handler() {} });`,
    });
    expect(await said(place)).toEqual(["before"]);
    writeFileSync(join(place, "word.js"), "module.exports = 'after';");
    forgetExtensionModules();
    expect(await said(place)).toEqual(["after"]);
  });

  test("finds the host on disk: its folder, its program, and modules that another process can import", async () => {
    const place = installed({
      "package.json": MANIFEST,
      "index.ts": `
        import { createRequire } from "node:module";
        import { dirname } from "node:path";
        import { fileURLToPath } from "node:url";
        import { SessionManager } from "@mariozechner/pi-coding-agent";
        const entry = fileURLToPath(import.meta.resolve("@mariozechner/pi-coding-agent"));
        const manifest = createRequire(import.meta.url)("@mariozechner/pi-coding-agent/package.json");
        ${says("JSON.stringify({ root: dirname(entry), name: manifest.name, bin: manifest.bin.pi, own: SessionManager.name })")}`,
    });
    const {
      generation: { extensions },
      errors,
    } = await loadExtensions({ paths: [place], cwd: root, cacheDir: join(root, "cache") });
    expect(errors).toEqual([]);
    const found = JSON.parse(extensions[0]?.commands.get("it")?.description ?? "{}");
    expect(found).toMatchObject({ name: "@mariozechner/pi-coding-agent", own: "SessionManager" });
    expect(readFileSync(join(found.root, found.bin), "utf8")).toMatch(/coding-agent\/dist\/cli\.js";$/m);
    expect(JSON.parse(readFileSync(join(found.root, "package.json"), "utf8")).name).toBe(
      "@mariozechner/pi-coding-agent",
    );
    expect(readFileSync(join(found.root, "../../typebox/value.js"), "utf8")).toMatch(/^export \* from "file:/);
  });
});

test("a package that depends on what the host gives it is warned of, and loads", async () => {
  const dependencies = { "@earendil-works/pi-tui": "*", typebox: "1", chalk: "5" };
  const pi = { extensions: ["./src/index.ts"] };
  const file = (manifest: object) => ({ "package.json": JSON.stringify(manifest), "src/index.ts": says('"loaded"') });
  const copies = installed(file({ name: "the-package", pi, dependencies }));
  const clean = installed(file({ name: "the-package", pi, peerDependencies: dependencies }));
  const {
    generation: { extensions },
    warnings,
  } = await loadExtensions({ paths: [copies, clean], cwd: root });
  expect(extensions).toHaveLength(2);
  expect(warnings).toEqual([
    {
      path: copies,
      warning: expect.stringMatching(/lists @earendil-works\/pi-tui, typebox in "dependencies".*"peerDependencies"/),
    },
  ]);
});
