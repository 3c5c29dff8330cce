// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are those of prompt templates, not of JavaScript
import fc from "fast-check";
import { expect, test } from "vitest";
import { expandPromptTemplate, parseCommandArgs, parsePromptTemplate, substituteArgs } from "../../src/index.ts";

test("the file's name is the template's; description and hint come from the head, or the first line", () => {
  const content = '---\ndescription: Review changes\nargument-hint: "[focus]"\n---\nReview. Focus on $1.\n';
  expect(parsePromptTemplate(content, "/p/review.md")).toEqual({
    template: {
      name: "review",
      description: "Review changes",
      argumentHint: "[focus]",
      content: "Review. Focus on $1.",
      filePath: "/p/review.md",
    },
    diagnostics: [],
  });
  expect(parsePromptTemplate(`\n\n${"First line ".repeat(20)}\nsecond`, "fix.prompt.md").template).toMatchObject({
    name: "fix",
    description: "First line ".repeat(20).slice(0, 100),
  });
  expect(parsePromptTemplate("---\nargument-hint: [focus]\n---\nx", "a.md", "git:a").template).toEqual({
    name: "git:a",
    description: "x",
    argumentHint: "[focus]",
    content: "x",
    filePath: "a.md",
  });
  expect(parsePromptTemplate("---\ndescription: d\n---\n\n", "a.md")).toEqual({
    diagnostics: [{ type: "warning", path: "a.md", message: "this prompt is empty; not loaded" }],
  });
});

test("a broken head is told of, and the template is used", () => {
  expect(parsePromptTemplate("---\ndescription: [unclosed\n---\nReview.", "/p/review.md")).toEqual({
    template: { name: "review", description: "[unclosed", content: "Review.", filePath: "/p/review.md" },
    diagnostics: [
      {
        type: "warning",
        message: "the fields at its head are not YAML: the [ is never closed; read as plain text",
        path: "/p/review.md",
        line: 2,
      },
    ],
  });
});

test("arguments split at blanks and keep together in quotes; apostrophes and backslashes are text", () => {
  for (const [text, expected] of [
    ["", []],
    ["  a   b\tc\n", ["a", "b", "c"]],
    ['"API compatibility" now', ["API compatibility", "now"]],
    ["'one two' three", ["one two", "three"]],
    ['--title="a b" x', ["--title=a b", "x"]],
    ["--title='a b'", ["--title=a b"]],
    ["don't break what isn't broken", ["don't", "break", "what", "isn't", "broken"]],
    ['say "unclosed words', ["say", '"unclosed', "words"]],
    ["C:\\dir\\file", ["C:\\dir\\file"]],
    ['"" x', ["", "x"]],
    [`"it's" 'say "hi"'`, ["it's", 'say "hi"']],
  ] as const) {
    expect([text, parseCommandArgs(text)]).toEqual([text, expected]);
  }
});

test("each placeholder means what the format says", () => {
  const args = ["one", "two", "three"];
  for (const [content, expected] of [
    ["$1-$3-$4", "one-three-"],
    ["$@ | $ARGUMENTS", "one two three | one two three"],
    ["${1:-x} ${4:-none} ${@:-all} ${ARGUMENTS:-all}", "one none one two three one two three"],
    ["${@:2}", "two three"],
    ["${@:2:1}", "two"],
    ["${@:0:2}", "one two"],
    ["${@:9}", ""],
    ["$10 costs $0 and ${HOME}", " costs $0 and ${HOME}"],
  ] as const) {
    expect([content, substituteArgs(content, args)]).toEqual([content, expected]);
  }
  expect(substituteArgs("${1:-a} ${@:-b}", [])).toBe("a b");
  expect(substituteArgs("${1:-a}", [""])).toBe("a");
});

test("what an argument or a default contains is not substituted again", () => {
  expect(substituteArgs("$1 ${3:-$2}", ["$2 $@ $&", "x"])).toBe("$2 $@ $& $2");
  fc.assert(
    fc.property(fc.array(fc.string()), (args) => {
      expect(substituteArgs("<$@>", args)).toBe(`<${args.join(" ")}>`);
    }),
  );
});

test("P-EXT-34 /name arguments is expanded, an unknown slash word is text, and no argument is lost", () => {
  const templates = [
    { name: "review", description: "", content: "Review ${1:-all}.", filePath: "review.md" },
    { name: "plain", description: "", content: "Do it.", filePath: "plain.md" },
  ];
  for (const [text, expected] of [
    ["/review", "Review all."],
    ['/review "the parser"', "Review the parser."],
    ["/review\nnow", "Review now."],
    ["/plain", "Do it."],
    ["/plain but gently", "Do it.\n\nbut gently"],
    ["/unknown x", "/unknown x"],
    ["review", "review"],
    [" /review", " /review"],
  ] as const) {
    expect([text, expandPromptTemplate(text, templates)]).toEqual([text, expected]);
  }
});

test("a long command line is split in linear time", () => {
  const text = `${'"'.repeat(1)}${"a ".repeat(100_000)}'${"b' ".repeat(50_000)}`;
  expect(parseCommandArgs(text).length).toBeGreaterThan(100_000);
});
