import type { SlashCommand } from "./command.ts";

export const copyCommand: SlashCommand = {
  name: "copy",
  description: "Copy the last answer",
  run: async ({ session, screen, say }) => {
    const text = session.getLastAssistantText();
    if (text === undefined) return say("There is no answer to copy yet.", "warning");
    const { copyText } = await import("../editing/copy-text.ts");
    await copyText(text, screen.tui.terminal);
    screen.hint("Copied the last answer");
  },
};
