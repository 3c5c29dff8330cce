import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetExtensionModules, loadExtensions } from "../../../src/core/extensions/index.ts";

const fixtures = join(import.meta.dirname, "fixtures");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tau-extensions-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function load(...paths: string[]) {
  const {
    generation: { extensions },
    errors,
  } = await loadExtensions({ paths, cwd: fixtures, cacheDir: join(folder, "cache") });
  const commands = extensions.flatMap(({ commands: own }) =>
    [...own.values()].map(({ name, description }) => [name, description]),
  );
  return { commands, errors, extensions };
}

describe("what an extension may be", () => {
  test.each(["earendil-works", "mariozechner", "oh-my-pi"])(
    "R132 imports of the scope @%s are ours",
    { timeout: 60_000 },
    async (scope) => {
      const { commands, errors, extensions } = await load(`scope-${scope}.ts`);
      expect(errors).toEqual([]);
      expect(commands).toEqual([[`scope-${scope}`, "complete"]]);
      expect(extensions[0]?.tools.get("scope_tool")?.definition.parameters).toMatchObject({
        type: "object",
        properties: { action: { type: "string", enum: ["list", "add"] } },
      });
    },
  );

  test.each([
    ["parameter-properties.ts", ["count", "high 2"]],
    ["async-factory.ts", ["later", undefined]],
    ["type-import-without-type.ts", ["lenient", "undefined"]],
    ["common-js-words.ts", ["words", "common-js-words.ts"]],
    ["plain.js", ["plain", "true"]],
    ["packaged", ["packaged", "from another file"]],
    ["folder", ["folder", "typed"]],
  ])("%s", async (path, command) => {
    expect(await load(path)).toMatchObject({ errors: [], commands: [command] });
  });
});

describe("P-EXT-1 one that cannot be loaded is told of and the others load", () => {
  test.each([
    ["throws.ts", /^I never work \(.*\/throws\.ts:2\)$/],
    ["no-factory.ts", /no default export/],
    ["broken-syntax.ts", /^Unexpected token \(.*\/broken-syntax\.ts:2:8\)$/],
    ["missing.ts", /no file .*missing\.ts/],
  ])("%s", async (path, reason) => {
    const { commands, errors } = await load(path, "async-factory.ts");
    expect(commands).toEqual([["later", undefined]]);
    expect(errors).toEqual([{ path: expect.stringContaining(path), error: expect.stringMatching(reason) }]);
  });
});

describe("the place of a fault is the innermost line of the extension's own files", () => {
  const files: Readonly<Record<string, string>> = {
    "helper.ts": "interface Unused {}\nexport function fail(): never {\n  return JSON.parse('{');\n}",
    "unreadable.js": "\n\nconst = 3;",
    "calls-helper.ts": 'import { fail } from "./helper.ts";\nexport default () => fail();',
    "imports-unreadable.ts": 'import "./unreadable.js";\nexport default () => {};',
    "while-imported.js": "const nothing = undefined;\nnothing.at;\nexport default () => {};",
    "moved-by-translation.ts":
      "enum A { B }\n\ninterface C {\n  d: A;\n}\nexport default async () => {\n  throw new Error('late');\n};",
    "common-js.ts": "require('node:fs');\nexport default () => {\n  throw new Error(__filename);\n};",
    "in-our-code.ts": "export default (pi: any) => {\n  pi.registerTool(undefined);\n};",
    "throws-text.ts": "export default () => {\n  throw 'only text';\n};",
  };

  test.each([
    ["calls-helper.ts", "helper.ts:3"],
    ["imports-unreadable.ts", "unreadable.js:3:6"],
    ["while-imported.js", "while-imported.js:2"],
    ["moved-by-translation.ts", "moved-by-translation.ts:7"],
    ["common-js.ts", "common-js.ts:3"],
    ["in-our-code.ts", "in-our-code.ts:2"],
    ["throws-text.ts", undefined],
  ])("%s: %s", async (entry, place) => {
    const own = join(folder, "faulty");
    mkdirSync(own, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
    const { errors } = await load(join(own, entry));
    const places = errors.map(({ error }) => /\((\/[^()]*)\)$/.exec(error)?.[1]);
    expect(places).toEqual([place && join(own, place)]);
  });

  test("a reload names the file as it is on disk", async () => {
    const path = join(folder, "again.ts");
    writeFileSync(path, "export default () => {};");
    await load(path);
    writeFileSync(path, "export default () => {\n\n  throw new Error('now');\n};");
    forgetExtensionModules();
    expect((await load(path)).errors).toEqual([{ path, error: `now (${path}:3)` }]);
  });
});

test("P-EXT-43 a file that several paths lead to is loaded once", async () => {
  const link = join(folder, "linked.ts");
  symlinkSync(join(fixtures, "async-factory.ts"), link);
  expect((await load("async-factory.ts", "./async-factory.ts", link)).commands).toEqual([["later", undefined]]);
});

test("a reload reads the files anew, those that the entry imports included", async () => {
  const copy = join(folder, "editable");
  cpSync(join(fixtures, "folder"), copy, { recursive: true });
  expect((await load(copy)).commands).toEqual([["folder", "typed"]]);
  writeFileSync(join(copy, "helper.ts"), 'export const helper: string = "edited";');
  forgetExtensionModules();
  expect((await load(copy)).commands).toEqual([["folder", "edited"]]);
});

test("a package of an extension's own may be TypeScript and import the host", async () => {
  const place = join(folder, "with-package");
  const inside = join(place, "node_modules", "helper-package");
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(inside, "package.json"), '{"name":"helper-package","exports":"./index.ts","type":"module"}');
  writeFileSync(
    join(inside, "index.ts"),
    'import { VERSION } from "@earendil-works/pi-coding-agent";\nexport const seen: boolean = VERSION.length > 0;',
  );
  writeFileSync(
    join(place, "index.ts"),
    'import { seen } from "helper-package";\nexport default (pi: any) => pi.registerCommand("own", { description: String(seen), handler() {} });',
  );
  expect(await load(place)).toMatchObject({ errors: [], commands: [["own", "true"]] });
});

test("what was translated is kept by its text", async () => {
  await load("async-factory.ts");
  const kept = readdirSync(join(folder, "cache")).filter((name) => name.endsWith(".mjs"));
  expect(kept.length).toBeGreaterThan(0);
  forgetExtensionModules();
  await load("async-factory.ts");
  expect(readdirSync(join(folder, "cache")).filter((name) => name.endsWith(".mjs"))).toEqual(kept);
});

test("an extension without a file is named after its place or its name", async () => {
  const factory = () => undefined;
  const inline = [factory, { name: "mine", factory }, { name: "ours", factory, builtin: true }];
  const {
    generation: { extensions },
  } = await loadExtensions({ inline, cwd: folder });
  expect(extensions.map(({ path, sourceInfo }) => [path, sourceInfo.source])).toEqual([
    ["<inline:1>", "inline"],
    ["<inline:mine>", "inline"],
    ["builtin:ours", "builtin"],
  ]);
});

test("of a replaceable extension the names that another registers give way, whichever was loaded first", async () => {
  const command = { handler: () => undefined };
  const inline = [
    {
      name: "ours",
      replaceable: true,
      factory: (pi) => {
        pi.registerCommand("mcp", command);
        pi.registerCommand("other", command);
      },
    },
    { name: "other", factory: (pi) => pi.registerCommand("mcp", command) },
  ] satisfies Parameters<typeof loadExtensions>[0]["inline"];
  const { registered } = (await loadExtensions({ inline, cwd: folder })).generation;
  const commands = registered.getRegisteredCommands();
  expect(commands.map(({ invocationName, sourceInfo }) => [invocationName, sourceInfo.path])).toEqual([
    ["other", "<inline:ours>"],
    ["mcp", "<inline:other>"],
  ]);
});
