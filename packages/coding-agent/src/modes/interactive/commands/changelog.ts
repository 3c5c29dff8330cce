import type { SlashCommand } from "./command.ts";

export const changelogCommand: SlashCommand = {
  name: "changelog",
  aliases: ["release-notes"],
  description: "Show what is new",
  run: async ({ screen, say }) => {
    const { readChangelog } = await import("../../../core/changelog/read-changelog.ts");
    const text = await readChangelog();
    if (text === undefined) say("This build has no changelog.", "warning");
    else screen.showMarkdown(text);
  },
};
