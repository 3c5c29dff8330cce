import fc from "fast-check";
import { expect, test } from "vitest";
import {
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

test("a skill file gives its fields; the name falls back to the directory's, or the file's", () => {
  const full = file(`name: ${pdf.name}\ndescription: ${pdf.description}\nlicense: MIT\nmetadata:\n  author: me`);
  expect(parseSkill(full, pdf.filePath)).toEqual({ skill: pdf, diagnostics: [] });
  expect(parseSkill(file("description: Short"), "C:\\skills\\web\\SKILL.md")).toEqual({
    skill: {
      name: "web",
      description: "Short",
      filePath: "C:\\skills\\web\\SKILL.md",
      baseDir: "C:\\skills\\web",
      disableModelInvocation: false,
    },
    diagnostics: [],
  });
  const single = parseSkill(file("description: Short\ndisable-model-invocation: true"), "/skills/notes.md");
  expect(single.skill).toMatchObject({ name: "notes", baseDir: "/skills", disableModelInvocation: true });
});

test("P-EXT-32 a skill without description is left out and reported; one with a broken head is used as far as it goes", () => {
  const path = "/s/x/SKILL.md";
  const missing = { type: "warning", message: "this skill has no description; not loaded", path };
  expect(parseSkill(file("name: x"), path)).toEqual({ diagnostics: [missing] });
  expect(parseSkill("# No head", path)).toEqual({ diagnostics: [missing] });
  expect(parseSkill(file("name: x\ndescription: d\n[oops"), path)).toEqual({
    skill: { name: "x", description: "d", filePath: path, baseDir: "/s/x", disableModelInvocation: false },
    diagnostics: [
      {
        type: "warning",
        message: 'the fields at its head are not YAML: expected "key: value"; read as plain text',
        path,
        line: 4,
      },
    ],
  });
});

test("a Markdown file that does not say it is a skill is none, without a word", () => {
  for (const content of ["# Readme", file("title: x"), file("[oops")]) {
    expect(parseSkill(content, "/s/README.md")).toEqual({ diagnostics: [] });
  }
  expect(parseSkill("# Readme", "/s/README.md", "declared").diagnostics).toHaveLength(1);
});

test("P-EXT-32 names and lengths outside the format are reported, and the skill is loaded", () => {
  const bad = ["Upper", "-lead", "trail-", "two--hyphens", "under_score", "a".repeat(65)];
  for (const name of bad) {
    const { skill, diagnostics } = parseSkill(file(`name: "${name}"\ndescription: d`), "/s/x/SKILL.md");
    expect([skill?.name, diagnostics.map((each) => each.type)]).toEqual([name, ["warning"]]);
  }
  const long = parseSkill(file(`description: ${"d".repeat(1025)}\ncompatibility: ${"c".repeat(501)}`), "/s/x/SKILL.md");
  expect(long.diagnostics.map((each) => each.message)).toEqual([
    "the description has 1025 characters; 1024 is the most",
    "the compatibility note has 501 characters; 500 is the most",
  ]);
  const edge = parseSkill(file(`name: ${"a".repeat(64)}\ndescription: ${"d".repeat(1024)}`), "/s/x/SKILL.md");
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
