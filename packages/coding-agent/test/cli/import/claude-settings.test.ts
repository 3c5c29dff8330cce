import { expect, test } from "vitest";
import { claudeSettings } from "../../../src/cli/import/claude-settings.ts";

test("Claude's permission rules and folders are taken over; what has no form here is named", () => {
  const { settings, left } = claudeSettings({
    model: "opus",
    permissions: {
      allow: [
        "Bash(npm run:*)",
        "Edit(src/**)",
        "WebFetch(domain:example.com)",
        "mcp__files__read",
        "*",
        "Skill(pdf)",
        7,
      ],
      ask: ["Bash(git push:*)", "Monitor"],
      deny: ["Read(~/.ssh/**)", "Edit(/notes.md)", "Read(//etc/shadow)", "Bash(", "Agent(model:opus)"],
      additionalDirectories: ["~/lib"],
      defaultMode: "acceptEdits",
    },
  });
  expect(settings).toEqual({
    permissions: {
      allow: ["Bash(npm run:*)", "Edit(src/**)", "WebFetch(domain:example.com)", "mcp__files__read"],
      ask: ["Bash(git push:*)"],
      deny: ["Read(~/.ssh/**)", "Edit(~/.claude/notes.md)", "Read(//etc/shadow)"],
    },
    workspace: { folders: ["~/lib"] },
  });
  expect(left).toEqual([
    { what: "permissions.allow: *", reason: "it is not a rule that Tau can follow" },
    { what: "permissions.allow: Skill(pdf)", reason: "Tau has no tool Skill" },
    { what: "permissions.ask: Monitor", reason: "Tau has no tool Monitor" },
    { what: "permissions.deny: Bash(", reason: "it is not a rule that Tau can follow" },
    { what: "permissions.deny: Agent(model:opus)", reason: "Tau has no rules for single arguments" },
    { what: "permissions.defaultMode", reason: "choose the mode in Tau with /permissions" },
  ]);
  expect(claudeSettings({ permissions: "all" })).toEqual({ settings: {}, left: [] });
});

test("hooks are not copied: they run where they are", () => {
  const hooks = { Stop: [{ hooks: [{ type: "command", command: "true" }] }] };
  expect(claudeSettings({ hooks })).toEqual({ settings: { claudeHooks: true }, left: [] });
  expect(claudeSettings({ hooks: {} })).toEqual({ settings: {}, left: [] });
});
