import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CellChange, type NotebookCell, parseNotebook } from "../notebook/notebook-file.ts";
import { spliceCells } from "../notebook/splice-cells.ts";
import { evalSession } from "./eval-session.ts";

const cell = (type: string, source: string[], more: object = {}) => ({
  cell_type: type,
  metadata: {},
  source,
  ...more,
});
const code = (source: string[]) => cell("code", source, { execution_count: null, outputs: [] });
const notebook = (...cells: object[]) =>
  `${JSON.stringify({ cells, metadata: { kernelspec: { language: "javascript" } }, nbformat: 4, nbformat_minor: 5, own: 1 }, undefined, 1)}\n`;

function open(file: string) {
  return evalSession({ files: { "a.ipynb": file } });
}
const stored = (session: Awaited<ReturnType<typeof open>>, name = "a.ipynb") =>
  JSON.parse(readFileSync(`${session.harness.workspace.cwd}/${name}`, "utf8")) as {
    cells: { source: string[]; outputs?: object[]; cell_type: string; execution_count?: number }[];
    own?: number;
  };

test("cells are replaced, inserted and deleted; everything else stays", async () => {
  await using session = await open(notebook(cell("markdown", ["# Title\n", "text"]), code(["1 + 1"])));
  expect(
    await session.call("notebook", { path: "a.ipynb", action: "replace", cell: 2, source: "const x = 3\nx" }),
  ).toBe("Replaced cell 2 of a.ipynb. It has 2 cells now.");
  await session.call("notebook", { path: "a.ipynb", action: "insert", cell: 0, source: "first", type: "markdown" });
  await session.call("notebook", { path: "a.ipynb", action: "insert", source: "last" });
  await session.call("notebook", { path: "a.ipynb", action: "delete", cell: 2 });
  const { cells, own } = stored(session);
  expect(cells.map(({ source, cell_type: type }) => [type, source.join("")])).toEqual([
    ["markdown", "first"],
    ["code", "const x = 3\nx"],
    ["code", "last"],
  ]);
  expect(cells[1]?.source).toEqual(["const x = 3\n", "x"]);
  expect(own).toBe(1);
  expect(readFileSync(`${session.harness.workspace.cwd}/a.ipynb`, "utf8")).toMatch(/^\{\n "cells": \[\n {2}\{/);
});

test("cells run in the kernel of eval and their outputs are stored; the first failing one stops the run", async () => {
  await using session = await open(
    notebook(
      code(["globalThis.n = 20; console.log('hi'); n + 1"]),
      cell("markdown", ["no"]),
      code(["throw new Error('bad')"]),
      code(["n = 0"]),
    ),
  );
  const text = await session.call("notebook", { path: "a.ipynb", action: "run" });
  expect(text).toContain("[cell:1]\nhi\n21\n[cell:3]\nError: bad");
  expect(text).toContain("Cell 3 failed. 1 more were not run.");
  const { cells } = stored(session);
  expect(cells[0]).toMatchObject({
    execution_count: 1,
    outputs: [
      { output_type: "stream", name: "stdout", text: ["hi\n"] },
      { output_type: "display_data", data: { "text/plain": "21" } },
    ],
  });
  expect(cells[2]?.outputs).toMatchObject([{ output_type: "error", ename: "Error", evalue: "bad" }]);
  expect(cells[3]?.outputs).toEqual([]);
  const [after] = await session.run("*** Cell js\nn");
  expect(after?.text).toBe("20");
});

test("run with the number of one cell runs that cell alone", async () => {
  await using session = await open(notebook(code(["1 + 1"]), code(["2 + 2"])));
  const text = await session.call("notebook", { path: "a.ipynb", action: "run", cell: 2 });
  expect(text).toBe("[cell:2]\n4");
});

test.each([
  [{ action: "replace", cell: 9, source: "x" }, "There is no cell 9. The notebook has the cells 1 to 1."],
  [{ action: "replace", source: "x" }, "replace needs cell: the number of the cell, from 1 to 1."],
  [{ action: "insert" }, "insert needs source: the text of the new cell."],
  [{ action: "run", cells: "4-2" }, '"4-2" names no cells: write 3, 2-5 or 2-5,8, from 1 to 1.'],
])("a wrong request changes nothing: %j", async (params, message) => {
  const file = notebook(code(["1"]));
  await using session = await open(file);
  expect(await session.call("notebook", { path: "a.ipynb", ...params })).toContain(message);
  expect(readFileSync(`${session.harness.workspace.cwd}/a.ipynb`, "utf8")).toBe(file);
});

test("a file that is no notebook is refused; insert into a new file makes a notebook", async () => {
  await using session = await open("{ not json");
  expect(await session.call("notebook", { path: "a.ipynb", action: "delete", cell: 1 })).toContain(
    "a.ipynb is no notebook: it is not valid JSON.",
  );
  await session.call("notebook", { path: "new/b.ipynb", action: "insert", source: "print(1)" });
  expect(stored(session, "new/b.ipynb").cells).toMatchObject([{ cell_type: "code", source: ["print(1)"] }]);
});

test("what is outside of the changed cell keeps every byte: numbers, escapes, line ends, no final line end", async () => {
  const file = [
    "{",
    '  "metadata": {"pi": 3.0, "big": 12345678901234567890, "e": "\\u00e9", "cells": [1, 2]},',
    '  "nbformat": 4, "nbformat_minor": 4,',
    '  "cells" : [',
    '    {"cell_type": "markdown", "metadata": {}, "source": ["a \\"]} \\\\"]},',
    '    {"cell_type": "code", "metadata": {}, "execution_count": null, "outputs": [], "source": "old"},',
    '    {"cell_type": "raw", "metadata": {"x": 1.50}, "source": []}',
    "  ]",
    "}",
  ].join("\r\n");
  await using session = await open(`\ufeff${file}`);
  const text = () => readFileSync(`${session.harness.workspace.cwd}/a.ipynb`, "utf8");
  await session.call("notebook", { path: "a.ipynb", action: "replace", cell: 2, source: "new\nline" });
  const [before = "", after = ""] = file.split(/\{"cell_type": "code".*"old"\}/);
  const cell = [
    "{",
    '      "cell_type": "code",',
    '      "metadata": {},',
    '      "source": "new\\nline",',
    '      "execution_count": null,',
    '      "outputs": []',
    "    }",
  ];
  expect(text()).toBe(`\ufeff${before}${cell.join("\r\n")}${after}`);
  await session.call("notebook", { path: "a.ipynb", action: "delete", cell: 2 });
  expect(text()).toBe(`\ufeff${file.replace(/\{"cell_type": "code".*"old"\},\r\n {4}/, "")}`);
});

const cellSource = fc.oneof(fc.string(), fc.constantFrom('"]}', "\\\\", '\\"', "a\nb\n", "é😀\u2028"));
const anyCell = cellSource.map((source): NotebookCell => ({ cell_type: "raw", metadata: { "}": ["]"] }, source }));

test("any list of cells takes changes at any place, in any layout", () => {
  fc.assert(
    fc.property(
      fc.array(anyCell, { maxLength: 4 }),
      fc.array(anyCell, { maxLength: 2 }),
      fc.nat(4),
      fc.boolean(),
      fc.constantFrom(0, 1, 2, "\t"),
      fc.constantFrom("\n", "\r\n"),
      (cells, added, place, removes, indent, lineEnd) => {
        const text = JSON.stringify({ a: ["cells"], cells, nbformat: 4, "]": { cells: [] } }, undefined, indent);
        const at = Math.min(place, cells.length);
        const change: CellChange = { at, removed: removes && at < cells.length ? 1 : 0, cells: added };
        const after = spliceCells(text.replaceAll("\n", lineEnd), [change]);
        const expected = cells.toSpliced(at, change.removed, ...added);
        expect(parseNotebook("a", after)).toEqual({ a: ["cells"], cells: expected, nbformat: 4, "]": { cells: [] } });
        // A notebook that was laid out by rule still is.
        if (expected.length > 0 || cells.length === 0)
          expect(after.replaceAll(lineEnd, "\n")).toBe(JSON.stringify(JSON.parse(after), undefined, indent));
      },
    ),
  );
});

test("a notebook that changes while it runs keeps the changes, and those outputs are not stored; a deleted one stays deleted", async () => {
  const meanwhile = (change: string) =>
    notebook(
      code([`const { writeFileSync, rmSync, readFileSync } = await import("node:fs"); ${change}; "ran"`]),
      code(["2"]),
    );
  const rewrite =
    'writeFileSync("a.ipynb", readFileSync("a.ipynb", "utf8").replace("[\\n    \\"2\\"", "[\\n    \\"3\\""))';
  await using changed = await open(meanwhile(rewrite));
  expect(await changed.call("notebook", { path: "a.ipynb", action: "run" })).toMatch(
    /\[cell:2\]\n2\n\[The outputs of cell 2 were not stored: a\.ipynb was changed while it ran\.\]$/,
  );
  expect(stored(changed).cells.map(({ source, outputs }) => [source.at(-1)?.slice(-1), outputs?.length])).toEqual([
    ['"', 1],
    ["3", 0],
  ]);
  await using deleted = await open(meanwhile('rmSync("a.ipynb")'));
  expect(await deleted.call("notebook", { path: "a.ipynb", action: "run" })).toContain(
    "[The outputs of cells 1, 2 were not stored: a.ipynb was changed while it ran.]",
  );
  expect(() => stored(deleted)).toThrow("ENOENT");
  await using broken = await open(meanwhile('writeFileSync("a.ipynb", "no JSON")'));
  expect(await broken.call("notebook", { path: "a.ipynb", action: "run" })).toContain("cells 1, 2 were not stored");
  expect(readFileSync(`${broken.harness.workspace.cwd}/a.ipynb`, "utf8")).toBe("no JSON");
});

test("a notebook with large images runs, one that does not exist or is binary is named", async () => {
  const image = { output_type: "display_data", metadata: {}, data: { "image/png": "A".repeat(3_000_000) } };
  await using session = await open(notebook(code(["20 + 1"]), { ...code(["2"]), outputs: [image] }));
  expect(await session.call("notebook", { path: "a.ipynb", action: "run", cells: "1" })).toContain("[cell:1]\n21");
  expect(stored(session).cells[1]?.outputs).toEqual([image]);
  await session.harness.workspace.write("b.ipynb", new Uint8Array([1, 0, 2]));
  expect(await session.call("notebook", { path: "b.ipynb", action: "run" })).toContain("b.ipynb is no notebook");
  expect(await session.call("notebook", { path: "c.ipynb", action: "run" })).toContain("There is no file c.ipynb.");
});
