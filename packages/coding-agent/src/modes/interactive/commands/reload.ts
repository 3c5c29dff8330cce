import type { SlashCommand } from "./command.ts";

export const reloadCommand: SlashCommand = {
  name: "reload",
  description: "Read settings, keys, models, themes and extensions again",
  run: async ({ reload, say }) => {
    await reload();
    say("Everything was read again.");
  },
};
