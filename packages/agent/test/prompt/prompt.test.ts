import { expect, test } from "vitest";
import { buildSystemPromptSections, diffSystemPromptSections, renderSystemPrompt } from "../../src/index.ts";

const skill = {
  name: "pdf",
  description: "PDFs",
  filePath: "/s/pdf/SKILL.md",
  baseDir: "/s/pdf",
  disableModelInvocation: false,
};

test("the preamble stands bare, every other part in its tag, empty parts not at all", () => {
  expect(renderSystemPrompt({ preamble: "You help.", tools: "- read", empty: " ", skills: "list" })).toBe(
    "You help.\n\n<tools>\n- read\n</tools>\n\n<skills>\nlist\n</skills>",
  );
});

test("parts come in a fixed order, what changes most last, and absent ones leave no trace", () => {
  expect(buildSystemPromptSections({ preamble: "You help." })).toEqual({ preamble: "You help." });
  const sections = buildSystemPromptSections({
    environment: { "Working directory": "/work", Date: "2026-01-02" },
    skills: [skill],
    contextFiles: [
      { path: "/work/AGENTS.md", content: "Use tabs.\n" },
      { path: 'a"b.md', content: "Two." },
    ],
    append: "Be kind.",
    guidelines: ["Be brief", "Be exact", "Be brief"],
    toolSnippets: { read: "reads files", bash: "runs commands" },
    sections: { plan: "1. Think" },
    preamble: "You help.",
  });
  expect(Object.keys(sections)).toEqual([
    "preamble",
    "tools",
    "guidelines",
    "instructions",
    "project_context",
    "skills",
    "plan",
    "environment",
  ]);
  expect(sections).toMatchObject({
    tools: "- read: reads files\n- bash: runs commands",
    guidelines: "- Be brief\n- Be exact",
    instructions: "Be kind.",
    project_context: '<file path="/work/AGENTS.md">\nUse tabs.\n</file>\n\n<file path="a&quot;b.md">\nTwo.\n</file>',
    plan: "1. Think",
    environment: "- Working directory: /work\n- Date: 2026-01-02",
  });
});

test("the difference between two prompts is what is new, changed or gone", () => {
  expect(diffSystemPromptSections({ a: "1", b: "2", c: "3", d: null }, { a: "1", b: "two", e: "5" })).toEqual({
    b: "two",
    e: "5",
    c: null,
  });
  expect(diffSystemPromptSections({ a: "1", gone: null }, { a: "1" })).toBeUndefined();
});
