import type { SlashCommand } from "./command.ts";

export const reloadCommand: SlashCommand = {
  name: "reload",
  description: "Reload settings, keys, models, themes and extensions",
  run: async ({ reload, say }) => {
    await reload();
    say("Everything was reloaded.");
  },
};
