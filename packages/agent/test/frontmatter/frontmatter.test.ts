import fc from "fast-check";
import { expect, test } from "vitest";
import { listField, parseFrontmatter, stripFrontmatter, textField } from "../../src/index.ts";

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

test("the head is read, the body is what follows, whatever the line ends and with or without a byte-order mark", () => {
  const expected = { frontmatter: { name: "pdf", hidden: true }, body: "# PDF\n\nRead." };
  const text = "---\nname: pdf\nhidden: true\n---\n\n# PDF\n\nRead.\n";
  for (const content of [text, text.replaceAll("\n", "\r\n"), `\uFEFF${text}`]) {
    expect(parseFrontmatter(content)).toEqual(expected);
    expect(stripFrontmatter(content)).toBe(expected.body);
  }
});

test("a file without a head or with an empty one", () => {
  for (const [content, body] of [
    ["# Title", "# Title"],
    ["", ""],
    ["---\nA rule and text", "---\nA rule and text"],
    ["text\n---\nname: x\n---\n", "text\n---\nname: x\n---\n"],
    ["---\n---\nbody", "body"],
    ["---\n# only a comment\n---", ""],
    ["--- \nbody", "--- \nbody"],
  ] as const) {
    expect([content, parseFrontmatter(content)]).toEqual([content, { frontmatter: {}, body }]);
    expect(stripFrontmatter(content)).toBe(body);
  }
});

test("fields as text and as lists, however they were written", () => {
  const fields = parse("name: 12\nblank: ' '\ntools: read, bash ,\nglobs: [a, 2]\nflag: true");
  expect(["name", "blank", "flag", "missing"].map((name) => textField(fields, name))).toEqual([
    "12",
    undefined,
    undefined,
    undefined,
  ]);
  expect(["tools", "globs", "missing"].map((name) => listField(fields, name))).toEqual([
    ["read", "bash"],
    ["a", "2"],
    undefined,
  ]);
});

test("R153: broken YAML falls back to plain text per line, and says where", () => {
  expect(parseFrontmatter('---\nname: "x"\n  : [broken\nglobs: *.ts\n---\nbody')).toEqual({
    frontmatter: { name: "x", globs: "*.ts" },
    body: "body",
    problem: { line: 3, reason: "unexpected indentation" },
  });
});

test("a value that is never closed, or closed by another bracket, is told of by its line", () => {
  const problemOf = (head: string) => parseFrontmatter(`---\n${head}\n---\nbody`);
  for (const [value, reason] of [
    ["[unclosed", "the [ is never closed"],
    ["{a: [b]", "the { is never closed"],
    ["{a: [b", "the [ is never closed"],
    ['"unclosed', 'the " is never closed'],
    ["['unclosed]", "the ' is never closed"],
    ["[a}", "} closes ["],
    ["{a: b]", "] closes {"],
  ] as const) {
    expect(problemOf(`name: x\ndescription: ${value}\nmodel: m`)).toEqual({
      frontmatter: { name: "x", description: value, model: "m" },
      body: "body",
      problem: { line: 3, reason },
    });
  }
  expect(parse("tools: [it's, don't]\nnext: 1")).toEqual({ tools: ["it's", "don't"], next: 1 });
});

test("a head that is never closed is told of, and nothing of it is read", () => {
  const content = "---\nname: x\nno end";
  const problem = { line: 1, reason: "the --- that opens them is never closed", isOpen: true };
  expect(parseFrontmatter(content)).toEqual({ frontmatter: {}, body: content, problem });
});

test("a value of very many lines is read in one go, closed or not", () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => `  line ${index},`);
  for (const open of ["[", "{", '"', "['"]) {
    const { problem, body } = parseFrontmatter(`---\nname: ${open}\n${lines.join("\n")}\n---\nbody`);
    expect({ problem, body }).toEqual({
      problem: { line: 2, reason: `the ${open.at(-1)} is never closed` },
      body: "body",
    });
  }
  expect(parse(`plain: words\n${lines.join("\n")}`)).toEqual({
    plain: `words ${lines.map((line) => line.trim()).join(" ")}`,
  });
  expect(parse(`text: |\n  a${"\n".repeat(200_000)}  b`)).toEqual({ text: `a${"\n".repeat(200_000)}b\n` });
});

test("brackets that go deeper than anyone writes them are told of", () => {
  const deep = (levels: number) => `tools: ${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect(parse(deep(100))).toEqual({ tools: JSON.parse("[".repeat(100) + "]".repeat(100)) });
  expect(parseFrontmatter(`---\n${deep(100_000)}\n---\nbody`).problem).toEqual({
    line: 2,
    reason: "brackets go more than 100 deep",
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
      fc.string({ unit: fc.constantFrom("a", ":", " ", "\n", "-", "[", "]", "{", "}", ",", '"', "'", "|", "#", "\t") }),
      (head) => {
        expect(typeof parseFrontmatter(`---\n${head}\n---\n`).body).toBe("string");
      },
    ),
  );
});
