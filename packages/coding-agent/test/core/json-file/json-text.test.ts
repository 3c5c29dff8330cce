import fc from "fast-check";
import { expect, test } from "vitest";
import { editJson, lineOf, parseJson } from "../../../src/core/json-file/index.ts";

test("R5: comments and trailing commas are read over", () => {
  expect(parseJson('{ // why\n "a": [1, 2,], /* b */ "b": "http://x",\n}')).toEqual({
    ok: true,
    value: { a: [1, 2], b: "http://x" },
  });
});

test("an empty file is an empty object", () => {
  expect(parseJson(" \n")).toEqual({ ok: true, value: {} });
});

test("what is wrong is told by line, without quoting the text", () => {
  expect(parseJson('{\n  "key": "sk-secret",\n  "b" 1\n}')).toEqual({ ok: false, line: 3, reason: "colon expected" });
  expect(parseJson('{ "key": "sk-secret')).toEqual({ ok: false, line: 1, reason: "unexpected end of string" });
});

test("any JSON value is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test("a line is found for a value, and its parent's for one that is missing", () => {
  const text = '{\n  "a": {\n    "b": [\n      1,\n      "x"\n    ]\n  }\n}';
  expect([lineOf(text, ["a", "b", 1]), lineOf(text, ["a", "b"]), lineOf(text, ["a", "zz"]), lineOf(text, [])]).toEqual([
    5, 3, 2, 1,
  ]);
});

test("an edit keeps comments, order, indentation and every other key", () => {
  const before = '{\n    // mine\n    "theme": "dark", // the best\n    "other": { "x": 1 },\n}\n';
  const after = editJson(before, [
    { path: ["theme"], value: "light" },
    { path: ["other", "y"], value: [1] },
  ]);
  expect(after).toContain("// mine");
  expect(after).toContain('"theme": "light", // the best');
  expect(parseJson(after)).toEqual({ ok: true, value: { theme: "light", other: { x: 1, y: [1] } } });
});

test("an edit of nothing makes a file, and removing what is not there changes nothing", () => {
  expect(editJson(undefined, [{ path: ["a", "b"], value: 1 }])).toBe('{\n  "a": {\n    "b": 1\n  }\n}\n');
  expect(editJson('{"a":1}', [{ path: ["b", "c"], value: undefined }])).toBe('{"a":1}');
});

test("setting and removing any key is what assignment and delete do", () => {
  const key = fc.string({ minLength: 1 }).filter((text) => text !== "__proto__");
  fc.assert(
    fc.property(
      fc.dictionary(key, fc.jsonValue()),
      key,
      fc.option(fc.jsonValue(), { nil: undefined }),
      (object, name, value) => {
        const expected: Record<string, unknown> = JSON.parse(JSON.stringify(object));
        if (value === undefined) delete expected[name];
        else expected[name] = JSON.parse(JSON.stringify(value));
        const edited = parseJson(editJson(JSON.stringify(object, null, 2), [{ path: [name], value }]));
        expect(edited).toEqual({ ok: true, value: expected });
      },
    ),
  );
});
