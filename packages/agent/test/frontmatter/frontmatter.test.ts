import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSimpleYaml } from "../../src/frontmatter/simple-yaml.ts";
import { readFrontmatter, stripFrontmatter } from "../../src/index.ts";

test("the head is read, the body is what follows, whatever the line ends and with or without a byte-order mark", async () => {
  const expected = { frontmatter: { name: "pdf", hidden: true }, body: "# PDF\n\nRead." };
  const text = "---\nname: pdf\nhidden: true\n---\n\n# PDF\n\nRead.\n";
  for (const content of [text, text.replaceAll("\n", "\r\n"), `\uFEFF${text}`]) {
    expect(await readFrontmatter(content)).toEqual(expected);
    expect(stripFrontmatter(content)).toBe(expected.body);
  }
});

test("a file without a head, with an unfinished or an empty one", async () => {
  for (const [content, body] of [
    ["# Title", "# Title"],
    ["", ""],
    ["---\nname: x\nno end", "---\nname: x\nno end"],
    ["text\n---\nname: x\n---\n", "text\n---\nname: x\n---"],
    ["---\n---\nbody", "body"],
    ["---\n# only a comment\n---", ""],
    ["--- \nbody", "--- \nbody"],
  ] as const) {
    expect([content, await readFrontmatter(content)]).toEqual([content, { frontmatter: {}, body }]);
  }
});

test("anything YAML can say is understood", async () => {
  const head = [
    "description: >-",
    "  Folded",
    "  text",
    "metadata:",
    "  author: me",
    "tools: [read, bash]",
    'n: "a\\tb"',
  ];
  expect((await readFrontmatter(`---\n${head.join("\n")}\n---\nbody`)).frontmatter).toEqual({
    description: "Folded text",
    metadata: { author: "me" },
    tools: ["read", "bash"],
    n: "a\tb",
  });
});

test("a head that is no YAML, or no mapping, is an error that says why", async () => {
  for (const head of ["a: b: c", "key: [unclosed", "- a\n- b", "just text"]) {
    await expect(readFrontmatter(`---\n${head}\n---\n`)).rejects.toMatchObject({ code: "invalid-frontmatter" });
  }
});

test("what the short reader accepts means the same to a full parser", () => {
  const key = fc.oneof(
    fc.constantFrom("name", "a-b", "true", "__proto__", "y"),
    fc.stringMatching(/^[A-Za-z][\w-]{0,5}$/),
  );
  const alphabet = fc.constantFrom(..."ab1 .,:#'\"\\-[]{}&*!|>%@`\t~=?/é日");
  const value = fc.oneof(
    fc.string({ unit: alphabet, maxLength: 12 }),
    fc.constantFrom(
      "true",
      "false",
      "null",
      "yes",
      "12",
      "0x1f",
      "1e3",
      "2024-01-01",
      '"quoted"',
      "'it'",
      "NaN",
      ".inf",
    ),
  );
  const line = fc.oneof(
    fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`),
    fc.string({ unit: alphabet, maxLength: 8 }),
    fc.constantFrom("", "# comment", "  indented: x"),
  );
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      const source = lines.join("\n");
      const simple = readSimpleYaml(source);
      if (simple === undefined) return;
      accepted++;
      expect(simple).toEqual(parse(source) ?? {});
    }),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(300);
});
