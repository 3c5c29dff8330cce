import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadExtensions } from "../../../src/core/extensions/index.ts";

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tau-extension-files-")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, files: Readonly<Record<string, string>>): string {
  const place = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), text);
  }
  return place;
}

/** What the command `see` of an extension notifies of. */
async function see(entry: string): Promise<unknown> {
  const { generation, errors } = await loadExtensions({
    paths: [entry],
    cwd: folder,
    cacheDir: join(folder, "cache"),
  });
  expect(errors).toEqual([]);
  const command = generation.extensions[0]?.commands.get("see");
  const seen: unknown[] = [];
  await command?.handler("", { ui: { notify: (text: unknown) => seen.push(text) } } as never);
  return seen[0];
}

const SEE = (body: string, head = "") =>
  `${head}\nexport default (pi: any) => pi.registerCommand("see", { handler: async (_: string, ctx: any) => {\n${body}\n} });`;
const WORDS = '[require("node:path").basename(__filename), __dirname].join(" ")';

describe("require, __dirname and __filename", () => {
  test("in a handler", async () => {
    const place = write("words", { "index.ts": SEE(`ctx.ui.notify(${WORDS});`) });
    expect(await see(join(place, "index.ts"))).toBe(`index.ts ${place}`);
  });

  test.each([
    ["imported by the entry", 'import { words } from "./lib/b.ts";', "ctx.ui.notify(words());"],
    ["imported by a handler", "", 'ctx.ui.notify((await import("./lib/b.ts")).words());'],
    ["required by a handler", "", 'ctx.ui.notify(require("./lib/b.ts").words());'],
  ])("in a file that is %s", async (name, head, body) => {
    const place = write(name.replaceAll(" ", "-"), {
      "index.ts": SEE(body, head),
      "lib/b.ts": `export const words = (): string => ${WORDS};`,
    });
    expect(await see(join(place, "index.ts"))).toBe(`b.ts ${join(place, "lib")}`);
  });

  test("in JavaScript modules", async () => {
    const place = write("javascript", {
      "package.json": '{ "type": "module" }',
      "index.js": SEE(`ctx.ui.notify(${WORDS});`).replaceAll(": any", "").replaceAll(": string", ""),
    });
    expect(await see(join(place, "index.js"))).toBe(`index.js ${place}`);
  });

  test("a file's own declarations of them hold", async () => {
    const place = write("declared", {
      "index.ts": SEE(
        "const { mine } = await import('./b.ts'); ctx.ui.notify([__dirname, require('x'), mine()].join(' '));",
        'import { createRequire as __unused } from "node:module"; const require = (name: string) => name;\nexport const { __dirname } = { __dirname: "mine" };',
      ),
      "b.ts":
        "export function mine() {\n  const __filename = 'inner';\n  return __filename;\n}\nexport const outer = () => __filename;",
    });
    expect(await see(join(place, "index.ts"))).toBe("mine x inner");
  });
});

describe("names that are only types", () => {
  const files = {
    "t.ts": "export interface T { a: string }\nexport type U = T;\nexport const value = 'value';",
    "b.ts": [
      "/** Makes a `T`. */",
      'import { value, T, type U } from "./t";',
      'import { ExtensionAPI } from "@earendil-works/pi-coding-agent";',
      "// T is what it says",
      "export const made = (t: T, pi?: ExtensionAPI): U => ({ a: value + t.a });",
    ].join("\n"),
  };

  test.each([
    ["imported by the entry", 'import { made } from "./b";', "ctx.ui.notify(made({ a: 'T' }).a);"],
    ["imported by a handler", "", "ctx.ui.notify((await import('./b.ts')).made({ a: 'T' }).a);"],
  ])("in a file that is %s", async (name, head, body) => {
    const place = write(`types-${name.replaceAll(" ", "-")}`, { ...files, "index.ts": SEE(body, head) });
    expect(await see(join(place, "index.ts"))).toBe("valueT");
  });

  test("text in a template that looks like an import stays", async () => {
    const template = "\\nimport { A } from 'a';\\n";
    const place = write("template", { "index.ts": SEE(`ctx.ui.notify(\`${template.replaceAll("\\n", "\n")}\`);`) });
    expect(await see(join(place, "index.ts"))).toBe("\nimport { A } from 'a';\n");
  });
});

test("a package that is a link into node_modules, as pnpm lays them out", async () => {
  const real = write("store/node_modules/.pnpm/pi-linked@1.0.0/node_modules/pi-linked", {
    "package.json": '{ "name": "pi-linked", "type": "module", "pi": { "extensions": ["./src/index.ts"] } }',
    "src/index.ts": SEE("ctx.ui.notify(named());", 'import { named } from "./named";'),
    "src/named.ts": "export enum Name { Linked = 'linked' }\nexport const named = (): string => Name.Linked;",
  });
  const link = join(folder, "linked");
  symlinkSync(real, link);
  expect(await see(join(link, "src/index.ts"))).toBe("linked");
});
