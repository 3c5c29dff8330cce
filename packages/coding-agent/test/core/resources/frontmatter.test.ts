import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFrontmatter, stripFrontmatter } from "../../../src/core/resources/frontmatter/index.ts";

const parse = (head: string) => parseFrontmatter(`---\n${head}\n---\nbody\n`).frontmatter;

test("scalars of every kind", () => {
  expect(
    parse(
      [
        "name: pdf-tools",
        "description: Use when: reading PDFs # not this",
        'quoted: "a \\"b\\"\\n\\u00e9 # kept"',
        "single: 'it''s'",
        "yes: true",
        "no: False",
        "nothing:",
        "null: ~",
        "count: 42",
        "ratio: -1.5",
        "version: 1.2.3",
        "url: https://x.test/#a",
        '"odd key": 1',
      ].join("\n"),
    ),
  ).toEqual({
    name: "pdf-tools",
    description: "Use when: reading PDFs",
    quoted: 'a "b"\né # kept',
    single: "it's",
    yes: true,
    no: false,
    nothing: null,
    null: null,
    count: 42,
    ratio: -1.5,
    version: "1.2.3",
    url: "https://x.test/#a",
    "odd key": 1,
  });
});

test("lists and maps, in both styles", () => {
  expect(
    parse(
      [
        "tools: [read, 'a, b', {x: 1}]",
        "globs:",
        '  - "*.ts"',
        "  - src/**",
        "flat:",
        "- one",
        "- two",
        "metadata:",
        "  author: me",
        "  deep:",
        "    er: 1",
        "steps:",
        "  - name: a",
        "    run: x",
        "  - name: b",
        "long: [a,",
        "  b]",
      ].join("\n"),
    ),
  ).toEqual({
    tools: ["read", "a, b", { x: 1 }],
    globs: ["*.ts", "src/**"],
    flat: ["one", "two"],
    metadata: { author: "me", deep: { er: 1 } },
    steps: [{ name: "a", run: "x" }, { name: "b" }],
    long: ["a", "b"],
  });
});

test("literal, folded and continued text", () => {
  expect(
    parse(
      "a: |\n  one\n    two\n\n  three\nb: >-\n  folded\n  text\n\n  next\nc: goes\n  on here\nd: |+\n  keep\n\ne: 1",
    ),
  ).toEqual({ a: "one\n  two\n\nthree\n", b: "folded text\nnext", c: "goes on here", d: "keep\n\n", e: 1 });
});

test("the body follows, and a file without both lines has no fields", () => {
  expect(parseFrontmatter("---\r\na: 1\r\n---\r\n\r\nHello\r\n")).toEqual({ frontmatter: { a: 1 }, body: "Hello\r\n" });
  expect(parseFrontmatter("---\n---\nx")).toEqual({ frontmatter: {}, body: "x" });
  for (const text of ["no head", "---\na: 1\n", "text\n---\na: 1\n---\n"]) {
    expect(parseFrontmatter(text)).toEqual({ frontmatter: {}, body: text });
    expect(stripFrontmatter(text)).toBe(text);
  }
  expect(stripFrontmatter("---\na: 1\n---\nbody")).toBe("body");
});

test("R153: broken YAML falls back to plain text per line, and says where", () => {
  expect(parseFrontmatter('---\nname: "x"\n  : [broken\nglobs: *.ts\n---\nbody')).toEqual({
    frontmatter: { name: "x", globs: "*.ts" },
    body: "body",
    problem: { line: 3, reason: "unexpected indentation" },
  });
});

test("whatever JSON can say is read back from its JSON form", () => {
  const key = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.oneof(leaf, fc.array(leaf), fc.dictionary(key, leaf));
  fc.assert(
    fc.property(fc.dictionary(key, value), (object) => {
      const head = Object.entries(object).map(([name, item]) => `${name}: ${JSON.stringify(item)}`);
      expect(parse(head.join("\n"))).toEqual(JSON.parse(JSON.stringify(object)));
    }),
  );
});

test("no text makes it fail", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", ":", " ", "\n", "-", "[", "{", '"', "'", "|", "#", "\t") }),
      (head) => {
        expect(typeof parseFrontmatter(`---\n${head}\n---\n`).body).toBe("string");
      },
    ),
  );
});
