import fc from "fast-check";
import { expect, test } from "vitest";
import {
  expandPromptTemplate,
  formatSkillBlock,
  formatSkillsForPrompt,
  type PromptTemplate,
  parseCommandArgs,
  parseSkillBlock,
  type Skill,
  substituteArgs,
} from "../../../src/core/resources/index.ts";

const sourceInfo = { path: "/x", source: "native", scope: "user", origin: "top-level" } as const;
const template: PromptTemplate = { name: "t", description: "", content: "Do $1 and $2", sourceInfo, filePath: "/x" };
const skill: Skill = {
  name: "pdf",
  description: 'Reads "<pdf>" & more',
  filePath: "/s/pdf/SKILL.md",
  baseDir: "/s/pdf",
  sourceInfo,
  disableModelInvocation: false,
};

test("P-EXT-34: a known name is expanded with its arguments, any other text stays", () => {
  expect(expandPromptTemplate('/t "a b" c', [template])).toBe("Do a b and c");
  expect(expandPromptTemplate("/t", [template])).toBe("Do  and ");
  for (const text of ["/unknown x", "t a", " /t", "/t-x"]) expect(expandPromptTemplate(text, [template])).toBe(text);
});

test("arguments are split as a shell does", () => {
  expect(parseCommandArgs(` a  "b c" 'd "e"' f\\ g "x\\"y" h'i'j C:\\dir "" `)).toEqual([
    "a",
    "b c",
    'd "e"',
    "f g",
    'x"y',
    "hij",
    "C:\\dir",
    "",
  ]);
  expect(parseCommandArgs('open "to the end')).toEqual(["open", "to the end"]);
});

test("words in double quotes come back as they were", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      const text = words.map((word) => `"${word.replace(/["\\]/g, "\\$&")}"`).join(" ");
      expect(parseCommandArgs(text)).toEqual(words);
    }),
  );
});

test("every placeholder, and none inside what was put in", () => {
  const args = ["one", "$2 $@", "three"];
  expect(substituteArgs("$1|$2|$9|$@|$ARGUMENTS", args)).toBe("one|$2 $@||one $2 $@ three|one $2 $@ three");
  expect(substituteArgs(`\${1:-x}|\${9:-a $1}|\${@:2}|\${@:2:1}|\${@:-none}|\${@}`, args)).toBe(
    "one|a $1|$2 $@ three|$2 $@|one $2 $@ three|one $2 $@ three",
  );
  expect(substituteArgs(`\${1:-default}|\${@:-none}|\${ARGUMENTS:-no}|$1`, [])).toBe("default|none|no|");
  expect(substituteArgs("costs $5.00 or $x", ["a"])).toBe("costs .00 or $x");
});

test("P-EXT-29 P-EXT-30: the model is told name, description and place of skills it may call", () => {
  expect(formatSkillsForPrompt([{ ...skill, disableModelInvocation: true }])).toBe("");
  const text = formatSkillsForPrompt([skill, { ...skill, name: "hidden", disableModelInvocation: true }]);
  expect(text).toContain("<description>Reads &quot;&lt;pdf&gt;&quot; &amp; more</description>");
  expect(text).toContain("<location>/s/pdf/SKILL.md</location>");
  expect(text).toContain("Use the read tool");
  expect(text).not.toContain("hidden");
  expect(formatSkillsForPrompt([skill], "indirect")).not.toContain("tool");
});

test("P-EXT-31: a called skill is sent whole, with what the user added, and can be read back", () => {
  const text = formatSkillBlock(skill, "\nDo this.\n", " for x.pdf ");
  expect(parseSkillBlock(text)).toEqual({
    name: "pdf",
    location: "/s/pdf/SKILL.md",
    content: "Paths in this skill count from /s/pdf.\n\nDo this.",
    userMessage: "for x.pdf",
  });
  expect(parseSkillBlock(formatSkillBlock(skill, "x"))?.userMessage).toBeUndefined();
  expect(parseSkillBlock("hello")).toBe(null);
});
