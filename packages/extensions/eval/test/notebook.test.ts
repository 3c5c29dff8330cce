import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
