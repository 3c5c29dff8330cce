import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFile } from "../../../src/core/files/replace-file.ts";
import { type FileSchema, loadJsonFile } from "../../../src/core/json-file/index.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const schema: FileSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    size: { type: "integer", minimum: 1, maximum: 9 },
    mode: { anyOf: [{ enum: ["a", "b"] }, { const: false }] },
    tags: { type: "array", items: { type: "string" } },
    inner: { type: "object", properties: { on: { type: "boolean" } }, required: ["on"] },
  },
};

function load(text: string) {
  const path = join(temporaryDirectory(), "file.json");
  writeFileSync(path, text);
  const { value, diagnostics, broken } = loadJsonFile(path, schema);
  return { value, broken, found: diagnostics.map(({ line, message }) => `${line}: ${message}`) };
}

test("R5: a missing file is an empty value and no complaint", () => {
  const path = join(temporaryDirectory(), "none.json");
  expect(loadJsonFile(path, schema)).toEqual({ value: {}, diagnostics: [], broken: false, exists: false });
});

test("R5: a bad key costs that key alone, and says where and why", () => {
  const text = '{\n"name": 5,\n"size": 12,\n"mode": "c",\n"foreign": [null],\n"inner": {"on": true}\n}';
  expect(load(text)).toEqual({
    value: { foreign: [null], inner: { on: true } },
    broken: false,
    found: [
      '2: "name" must be a string; ignored',
      '3: "size" must be at most 9; ignored',
      '4: "mode" must be "a", "b" or false; ignored',
    ],
  });
});

test("a bad item of a list, and an object that lacks what it needs, are left out", () => {
  expect(load('{"tags": ["a", 1, 2],\n"inner": {"x": 1}}')).toEqual({
    value: { tags: ["a"] },
    broken: false,
    found: [
      '1: "tags.1" must be a string; ignored',
      '1: "tags.2" must be a string; ignored',
      '2: "inner" lacks "on"; ignored',
    ],
  });
});

test("R5: text that is no JSON object is broken", () => {
  expect(load("{\n]")).toMatchObject({ value: {}, broken: true });
  expect(load("[1]")).toEqual({ value: {}, broken: true, found: ["1: must hold a JSON object"] });
});

test("a directory in the place of a file is reported", () => {
  const path = temporaryDirectory();
  expect(loadJsonFile(path, schema).diagnostics).toEqual([
    { type: "error", path, message: "cannot be read (it is a folder)" },
  ]);
});

test("a byte order mark is no part of the text", () => {
  expect(load('\uFEFF{"name": "x"}').value).toEqual({ name: "x" });
});

test("UTF-16, as some editors write it, is read", () => {
  const path = join(temporaryDirectory(), "file.json");
  for (const bytes of [
    Buffer.from('\uFEFF{"name": "ü"}', "utf16le"),
    Buffer.from('\uFEFF{"name": "ü"}', "utf16le").swap16(),
  ]) {
    writeFileSync(path, bytes);
    expect(loadJsonFile(path, schema)).toEqual({ value: { name: "ü" }, diagnostics: [], broken: false, exists: true });
  }
});

test("a link that leads nowhere is named with its goal, and counts as broken, so that nothing is written over it", () => {
  const path = join(temporaryDirectory(), "file.json");
  symlinkSync("/nowhere/settings.json", path);
  const message = "is a link to /nowhere/settings.json, which does not exist";
  expect(loadJsonFile(path, schema)).toEqual({
    value: {},
    diagnostics: [{ type: "error", path, message }],
    broken: true,
    exists: true,
  });
});

test("writing keeps the link and the mode, and leaves no other file", () => {
  const directory = temporaryDirectory();
  const [real, link] = [join(directory, "real.json"), join(directory, "link.json")];
  writeFileSync(real, "old");
  chmodSync(real, 0o640);
  symlinkSync(real, link);
  replaceFile(link, "new");
  expect(readFileSync(real, "utf8")).toBe("new");
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readdirSync(directory).sort()).toEqual(["link.json", "real.json"]);
});
