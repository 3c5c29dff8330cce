import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzyFilter, fuzzyMatch } from "../../src/index.ts";

const filter = (items: string[], query: string) => fuzzyFilter(items, query, (item) => item);

test("P-TUI-45: all characters in order are required, case is ignored", () => {
  expect(fuzzyMatch("edt", "Editor").matches).toBe(true);
  expect(fuzzyMatch("tde", "Editor").matches).toBe(false);
  expect(fuzzyMatch("", "anything").matches).toBe(true);
  expect(fuzzyMatch("x", "").matches).toBe(false);
});

test("P-TUI-45: better matches come first", () => {
  expect(filter(["a-model-x", "xmodel", "model", "remodeled", "models"], "model")).toEqual([
    "model",
    "models",
    "a-model-x",
    "xmodel",
    "remodeled",
  ]);
  expect(filter(["src/editor-view.ts", "extra/wide.ts"], "ev")).toEqual(["src/editor-view.ts"]);
  expect(filter(["somethingelse here", "StreamEvent"], "se")).toEqual(["StreamEvent", "somethingelse here"]);
});

test("every token must match; spaces and slashes separate them", () => {
  const paths = ["src/text/wrap.ts", "test/text/wrap.ts", "src/keys/wrap.ts"];
  expect(filter(paths, "src wrap").toSorted()).toEqual(["src/keys/wrap.ts", "src/text/wrap.ts"]);
  expect(filter(paths, "te/wr")).toEqual(["test/text/wrap.ts", "src/text/wrap.ts"]);
  expect(filter(paths, "  ")).toBe(paths);
});

test("what is kept is exactly what contains the query as a subsequence", () => {
  const unit = fc.constantFrom("a", "b", "c", "A", "-");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 4 }), fc.string({ unit, maxLength: 10 }), (query, text) => {
      const pattern = new RegExp(query.toLowerCase().split("").join(".*"), "s");
      expect(fuzzyMatch(query, text).matches).toBe(pattern.test(text.toLowerCase()));
    }),
  );
});

test("a version before or behind its name is found the other way round, after those that have it in order", () => {
  expect(filter(["opus4", "4opus", "sonnet4"], "4opus")).toEqual(["4opus", "opus4"]);
  expect(fuzzyMatch("opus4", "claude-4-opus").matches).toBe(true);
  expect(fuzzyMatch("4opus5", "opus45").matches).toBe(false);
});
