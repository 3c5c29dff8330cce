import type { SlashCommand } from "./command.ts";

export const settingsCommand: SlashCommand = {
  name: "settings",
  aliases: ["config", "preferences"],
  description: "Change settings",
  run: async (context) => {
    const { editSettings } = await import("../overlays/settings/edit-settings.ts");
    await editSettings(context);
  },
};
