import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { rankSymbols } from "../rank.ts";
import { renderMap } from "../render-map.ts";
import type { ScannedFile } from "../scan.ts";

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
  let cacheFile = "";
  const { harness, results } = await open(
    Array.from({ length: 4 }, () => ["repo_map", {}] as const),
    (cwd, index, tauHome) => {
      if (index === 1) utimesSync(join(cwd, "src/a.ts"), 1, 1);
      if (index === 2)
        writeFileSync(join(cwd, "src/c.ts"), "export function helperFunction() {}\nexport const more = 1;\n");
      if (index !== 3) return;
      const folder = join(tauHome, "cache", "repo-map");
      cacheFile = join(folder, readdirSync(folder)[0] ?? "");
      writeFileSync(cacheFile, "{ damaged");
    },
  );
  await using _ = harness;
  expect(results.map(({ details }) => (details as { parsed: number }).parsed)).toEqual([6, 0, 1, 6]);
  expect(JSON.parse(readFileSync(cacheFile, "utf8"))).toMatchObject({ version: 1 });
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

test("a map keeps to its budget; common words, private names and tests count less", () => {
  const file = (path: string, names: readonly string[], words: readonly string[] = []): ScannedFile => ({
    path,
    ...{ mtimeMs: 0, size: 0, hash: path, words: [...names, ...words] },
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
  const ranked = rankSymbols([
    file("a.ts", ["text", "_hidden", "createThing"]),
    file("test/b.ts", ["testThing"]),
    ...users,
  ]);
  expect(ranked.map(({ symbol }) => symbol.name)).toEqual(["createThing", "text", "_hidden", "testThing"]);
  expect(renderMap(ranked, 9)).toEqual({ text: "a.ts\n  3| export createThing", symbols: 1, files: 1 });
});
