import { readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { countReferences, rankSymbols } from "../rank.ts";
import { renderMap } from "../render-map.ts";
import type { ScannedFile } from "../scan.ts";
import { WordCollector, wordHash } from "../words.ts";

const FILES = {
  "src/engine.ts": "export class SearchEngine {\n  runQuery() {\n    return 1;\n  }\n}\nexport function unused() {}\n",
  "src/a.ts": 'import { SearchEngine } from "./engine.ts";\nexport const a = new SearchEngine().runQuery();\n',
  "src/b.ts": 'import { SearchEngine } from "./engine.ts";\nimport { helperFunction } from "./c.ts";\n',
  "src/c.ts": "export function helperFunction() {}\n",
  "tool.py": "def parse_line(text):\n    return text\n",
  "use.py": "from tool import parse_line\n",
  ".gitignore": "ignored.ts\n",
  "ignored.ts": "export class SearchEngine {}\n",
  "binary.ts": "export class SearchEngine {}\0",
  "notes.md": "SearchEngine\n",
};

type Call = readonly [name: string, args: Readonly<Record<string, unknown>>];

async function open(
  calls: readonly Call[],
  between: (cwd: string, index: number, tauHome: string) => void = () => undefined,
) {
  const harness = await createExtensionHarness({
    extensions: [manifest],
    files: FILES,
    script: ({ index }) => {
      between(harness.workspace.cwd, index, harness.workspace.tauHome);
      const call = calls[index];
      return call ? { toolCalls: [{ name: call[0], arguments: call[1] }] } : { text: "done" };
    },
  });
  await harness.prompt("go");
  const results = harness.session.messages.flatMap((message) => {
    if (message.role !== "toolResult") return [];
    const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    return [{ text, details: message.details, isError: message.isError }];
  });
  return { harness, results };
}

test("the definitions that other files mention are listed by file, the most mentioned first", async () => {
  const { harness, results } = await open([
    ["repo_map", {}],
    ["repo_map", { focus: ["helperFunction"], tokens: 100 }],
    ["repo_map", { path: "nowhere" }],
  ]);
  await using _ = harness;
  const [map, focused, missing] = results;
  expect(map?.text).toBe(
    [
      "src/engine.ts",
      "  1-5| export class SearchEngine {",
      "  2-4| runQuery() {",
      "src/c.ts",
      "  1| export function helperFunction() {}",
      "tool.py",
      "  1-2| def parse_line(text):",
      "",
      "[4 definitions in 3 of 7 source files, those that most other files mention.]",
    ].join("\n"),
  );
  expect(focused?.text).toMatch(/^src\/c\.ts\n {2}1\| export function helperFunction/);
  expect(missing).toMatchObject({ isError: true, text: expect.stringContaining("Path not found") });
});

test("only contents that are new are parsed; a damaged cache is made anew", async () => {
  const cacheFile = (tauHome: string, ending: string) => {
    const folder = join(tauHome, "cache", "repo-map");
    return join(folder, readdirSync(folder).find((name) => name.endsWith(ending)) ?? "");
  };
  const { harness, results } = await open(
    Array.from({ length: 7 }, () => ["repo_map", {}] as const),
    (cwd, index, tauHome) => {
      if (index === 1) utimesSync(join(cwd, "src/a.ts"), 1, 1);
      if (index === 2) writeFileSync(join(cwd, "src/c.ts"), "export function otherFunction() {}\n");
      if (index === 3) writeFileSync(cacheFile(tauHome, ".json"), "{ damaged");
      if (index === 4) writeFileSync(cacheFile(tauHome, ".words"), "damaged");
      // Words are needed only where a file changes, and all of them if they are damaged.
      if (index === 5) writeFileSync(join(cwd, "src/b.ts"), 'import { otherFunction } from "./c.ts";\n');
      if (index === 6) rmSync(join(cwd, "use.py"));
    },
  );
  await using _ = harness;
  expect(results.map(({ details }) => (details as { parsed: number }).parsed)).toEqual([6, 0, 1, 6, 0, 6, 0]);
  expect(results.map(({ text }) => /(?:helper|other)Function/.exec(text)?.[0])).toEqual([
    ...["helperFunction", "helperFunction", undefined, undefined, undefined, "otherFunction", "otherFunction"],
  ]);
  expect(results.map(({ text }) => text.includes("parse_line"))).toEqual([true, true, true, true, true, true, false]);
});

test("a collector returns the hash of each word once", () => {
  const collector = new WordCollector();
  const many = Array.from({ length: 5000 }, (_, index) => `name${index}`);
  const text = `${many.join(" ")} ab 12x3 größe $scope name1 last_word`;
  const words = collector.collect(text);
  const expected = [...many, "größe", "$scope", "last_word"];
  expect([...words].sort()).toEqual(Array.from(expected, wordHash).sort());
  expect([...collector.collect("name1, name1")]).toEqual([wordHash("name1")]);
});

test("/map shows the map on screen, and the model does not see it", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: FILES,
    mode: "tui",
    columns: 80,
    rows: 24,
  });
  harness.terminal.press(..."/map", "enter");
  await harness.terminal.waitForText("export class SearchEngine {");
  expect(harness.session.messages).toEqual([]);
});

test("a long map on screen names the key that shows all of it", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `thing${index}`);
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: {
      "a.ts": names.map((name) => `export function ${name}() {}\n`).join(""),
      "b.ts": `${names.join("();\n")}();\n`,
      "c.ts": `${names.join("();\n")}();\n`,
    },
    mode: "tui",
    columns: 80,
    rows: 40,
  });
  harness.terminal.press(..."/map", "enter");
  await harness.terminal.waitForText(/… \d+ more lines \(ctrl\+o shows all\)/);
});

test("a map keeps to its budget; common words, private names and tests count less", () => {
  const file = (path: string, names: readonly string[], words: readonly string[] = []): ScannedFile => ({
    path,
    ...{ mtimeMs: 0, size: 0, hash: path, words: Uint32Array.from([...names, ...words], wordHash) },
    symbols: names.map((name, index) => ({
      name,
      firstLine: index + 1,
      lastLine: index + 1,
      depth: 0,
      signature: `export ${name}`,
    })),
  });
  const users = Array.from({ length: 5 }, (_, index) =>
    file(`u${index}.ts`, [], ["text", "_hidden", "createThing", "testThing"]),
  );
  const files = [file("a.ts", ["text", "_hidden", "createThing"]), file("test/b.ts", ["testThing"]), ...users];
  const ranked = rankSymbols(countReferences(files));
  expect(ranked.map(({ symbol }) => symbol.name)).toEqual(["createThing", "text", "_hidden", "testThing"]);
  expect(renderMap(ranked, 9)).toEqual({ text: "a.ts\n  3| export createThing", symbols: 1, files: 1 });
});
