import fc from "fast-check";
import { expect, test } from "vitest";
import {
  firstOfName,
  formatSkillBlock,
  formatSkillsForPrompt,
  parseSkill,
  parseSkillBlock,
  parseSkillCommand,
  type Skill,
} from "../../src/index.ts";

const pdf: Skill = {
  name: "pdf-tools",
  description: "Extract text <fast> & tables",
  filePath: "/skills/pdf-tools/SKILL.md",
  baseDir: "/skills/pdf-tools",
  disableModelInvocation: false,
};

function file(head: string, body = "Do it."): string {
  return `---\n${head}\n---\n\n${body}\n`;
}

test("a skill file gives its fields; the name falls back to the directory's, or the file's", async () => {
  const full = file(`name: ${pdf.name}\ndescription: ${pdf.description}\nlicense: MIT\nmetadata:\n  author: me`);
  expect(await parseSkill(full, pdf.filePath)).toEqual({ skill: pdf, diagnostics: [] });
  expect(await parseSkill(file("description: Short"), "C:\\skills\\web\\SKILL.md")).toEqual({
    skill: {
      name: "web",
      description: "Short",
      filePath: "C:\\skills\\web\\SKILL.md",
      baseDir: "C:\\skills\\web",
      disableModelInvocation: false,
    },
    diagnostics: [],
  });
  const single = await parseSkill(file("description: Short\ndisable-model-invocation: true"), "/skills/notes.md");
  expect(single.skill).toMatchObject({ name: "notes", baseDir: "/skills", disableModelInvocation: true });
});

test("P-EXT-32 a skill without description, or with a broken head, is left out and reported", async () => {
  for (const [content, message] of [
    [file("name: x"), "The skill has no description."],
    ["# No head", "The skill has no description."],
    [file("description: a: b"), /^The frontmatter is not valid YAML: /],
  ] as const) {
    const { skill, diagnostics } = await parseSkill(content, "/s/x/SKILL.md");
    expect(skill).toBeUndefined();
    expect(diagnostics).toEqual([
      {
        type: "error",
        message: message instanceof RegExp ? expect.stringMatching(message) : message,
        path: "/s/x/SKILL.md",
      },
    ]);
  }
});

test("a Markdown file that does not say it is a skill is none, without a word", async () => {
  for (const content of ["# Readme", file("title: x"), file("a: b: c")]) {
    expect(await parseSkill(content, "/s/README.md")).toEqual({ diagnostics: [] });
  }
});

test("P-EXT-32 names and lengths outside the format are reported, and the skill is loaded", async () => {
  const bad = ["Upper", "-lead", "trail-", "two--hyphens", "under_score", "a".repeat(65)];
  for (const name of bad) {
    const { skill, diagnostics } = await parseSkill(file(`name: "${name}"\ndescription: d`), "/s/x/SKILL.md");
    expect([skill?.name, diagnostics.map((each) => each.type)]).toEqual([name, ["warning"]]);
  }
  const long = await parseSkill(
    file(`description: ${"d".repeat(1025)}\ncompatibility: ${"c".repeat(501)}`),
    "/s/x/SKILL.md",
  );
  expect(long.diagnostics.map((each) => each.message)).toEqual([
    "The description has 1025 characters, more than 1024.",
    "The compatibility note has 501 characters, more than 500.",
  ]);
  const edge = await parseSkill(file(`name: ${"a".repeat(64)}\ndescription: ${"d".repeat(1024)}`), "/s/x/SKILL.md");
  expect(edge.diagnostics).toEqual([]);
});

test("P-EXT-29 P-EXT-30 the prompt lists name, description and place, escaped, and not what only a person may call", () => {
  const hidden = { ...pdf, name: "hidden", disableModelInvocation: true };
  const listed = formatSkillsForPrompt([pdf, hidden]);
  expect(listed.split("\n").slice(1)).toEqual([
    "<available_skills>",
    "  <skill>",
    "    <name>pdf-tools</name>",
    "    <description>Extract text &lt;fast&gt; &amp; tables</description>",
    "    <location>/skills/pdf-tools/SKILL.md</location>",
    "  </skill>",
    "</available_skills>",
  ]);
  expect(listed).toContain("read tool");
  expect(formatSkillsForPrompt([pdf], "bash")).toContain("with bash");
  expect(formatSkillsForPrompt([hidden])).toBe("");
});

test("P-EXT-31 a called skill becomes its instructions and the arguments, and is found again", () => {
  expect(parseSkillCommand("/skill:pdf-tools extract a.pdf ")).toEqual({ name: "pdf-tools", args: "extract a.pdf" });
  expect(parseSkillCommand("/skill:x")).toEqual({ name: "x", args: "" });
  expect([parseSkillCommand("/skill:"), parseSkillCommand("say /skill:x")]).toEqual([undefined, undefined]);
  const text = formatSkillBlock(pdf, file("name: pdf-tools", "# PDF\n\nRead."), "extract a.pdf");
  expect(text).toBe(
    '<skill name="pdf-tools" location="/skills/pdf-tools/SKILL.md">\nReferences are relative to /skills/pdf-tools.\n\n# PDF\n\nRead.\n</skill>\n\nextract a.pdf',
  );
  expect(parseSkillBlock(text)).toEqual({
    name: "pdf-tools",
    location: "/skills/pdf-tools/SKILL.md",
    content: "References are relative to /skills/pdf-tools.\n\n# PDF\n\nRead.",
    userMessage: "extract a.pdf",
  });
  expect(parseSkillBlock(formatSkillBlock(pdf, "Read."))?.userMessage).toBeUndefined();
  expect(parseSkillBlock("<skill>text</skill>")).toBeNull();
});

test("whatever a skill is called and wherever it lies, its block is found again", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (name, path) => {
      const skill = { ...pdf, name: name.replaceAll("\n", ""), filePath: path.replaceAll("\n", "") };
      const parsed = parseSkillBlock(formatSkillBlock(skill, "Read.", "go"));
      expect([parsed?.name, parsed?.location, parsed?.userMessage]).toEqual([skill.name, skill.filePath, "go"]);
    }),
  );
});

test("P-EXT-33 the first of a name wins, the later is reported, and the same file twice is no collision", () => {
  const other = { ...pdf, filePath: "/other/SKILL.md" };
  const web = { ...pdf, name: "web" };
  expect(firstOfName([pdf, other, web, { ...pdf }])).toEqual({
    kept: [pdf, web],
    collisions: [{ name: "pdf-tools", winnerPath: pdf.filePath, loserPath: "/other/SKILL.md" }],
  });
});
