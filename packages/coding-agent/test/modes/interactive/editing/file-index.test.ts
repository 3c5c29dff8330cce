import fc from "fast-check";
import { expect, test } from "vitest";
import { FileIndex } from "../../../../src/modes/interactive/editing/file-index.ts";

const PATHS = [
  "src/",
  "src/parser.ts",
  "src/parser/index.ts",
  "docs/the-parser.md",
  "src/pages/arrows.ts",
  "README.md",
];

test("a name that begins with it comes first, then one that has it, then a path, then letters in order", async () => {
  const index = new FileIndex("/", async () => PATHS);
  expect(await index.search("parser", 10)).toEqual(["src/parser.ts", "docs/the-parser.md", "src/parser/index.ts"]);
  expect(await index.search("pars", 1)).toEqual(["src/parser.ts"]);
  expect(await index.search("SRC ARROW", 10)).toEqual(["src/pages/arrows.ts"]);
  expect(await index.search("rdm", 10)).toEqual(["README.md"]);
  expect(await index.search("nothing-like-it", 10)).toEqual([]);
  expect(await index.search("", 2)).toEqual(["src/", "README.md"]);
});

test("typing on finds what a fresh search finds", async () => {
  const path = fc
    .array(fc.constantFrom("a", "b", "/", "-", "B"), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(""));
  const query = fc.string({ unit: fc.constantFrom("a", "b", "/", " "), maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(path), query, async (paths, text) => {
      const typed = new FileIndex("/", async () => paths);
      for (let end = 0; end < text.length; end++) await typed.search(text.slice(0, end), 5);
      expect(await typed.search(text, 5)).toEqual(await new FileIndex("/", async () => paths).search(text, 5));
    }),
  );
});

test("the order in which files are listed is not the order in which they are offered", async () => {
  const paths = Array.from({ length: 300 }, (_, number) => `file-${100 + number}.ts`);
  const offered = (listed: readonly string[]) => new FileIndex("/", async () => [...listed]).search("fi", 5);
  expect(await offered(paths.toReversed())).toEqual(paths.slice(0, 5));
  expect(await offered(paths)).toEqual(paths.slice(0, 5));
});

test("R113: one listing serves the keys of a while; a failed one is tried again", async () => {
  const time = { now: 0 };
  const listings = [Promise.reject(new Error("busy")), Promise.resolve(["a"]), Promise.resolve(["a", "b"])];
  const index = new FileIndex(
    "/",
    async () => await (listings.shift() ?? Promise.resolve([])),
    () => time.now,
  );
  await expect(index.search("", 5)).rejects.toThrow("busy");
  expect(await index.search("", 5)).toEqual(["a"]);
  expect(await index.search("a", 5)).toEqual(["a"]);
  time.now = 60_000;
  expect(await index.search("", 5)).toEqual(["a", "b"]);
});

test("R113: a file made since is found: a listing that has nothing is made anew, though not at every key", async () => {
  const time = { now: 0 };
  const made: string[] = ["old.ts"];
  let listings = 0;
  const index = new FileIndex(
    "/",
    async () => {
      listings += 1;
      return [...made];
    },
    () => time.now,
  );
  expect(await index.search("new", 5)).toEqual([]);
  made.push("new.ts");
  time.now = 200;
  expect([await index.search("new", 5), listings]).toEqual([[], 1]);
  time.now = 201;
  expect([await index.search("new", 5), listings]).toEqual([["new.ts"], 2]);
  expect([await index.search("newer", 5), listings]).toEqual([[], 2]);
});
