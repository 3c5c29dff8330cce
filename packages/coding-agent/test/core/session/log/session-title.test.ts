import { expect, test } from "vitest";
import { sessionTitle } from "../../../../src/core/session/log/session-title.ts";

test("a session is called by its name, or by what the user typed first", () => {
  expect(sessionTitle({ name: "Verse", firstMessage: "x" })).toBe("Verse");
  expect(sessionTitle({ firstMessage: "two\n  lines " })).toBe("two lines");
});

test("a skill is named by its command, not shown with all its text", () => {
  const block = '<skill name="poet" location="/x/SKILL.md">\nThink in iambs.\n</skill>\n\nabout rain';
  expect(sessionTitle({ firstMessage: block })).toBe("/skill:poet about rain");
  expect(sessionTitle({ firstMessage: '<skill name="poet" location="/x/SKILL.md">\nThink in ia' })).toBe("/skill:poet");
});
