import { type SlashCommand, wordsStarting } from "./command.ts";

export const themeCommand: SlashCommand = {
  name: "theme",
  aliases: ["themes"],
  givesWay: true,
  description: "Choose the colours",
  argumentHint: "[name]",
  complete: (prefix, { themes }) => wordsStarting(prefix, themes.names()),
  run: async (context, argument) => {
    const { selectTheme, useTheme } = await import("../overlays/theme-selector.ts");
    const name = argument.trim();
    if (name === "") await selectTheme(context);
    else useTheme(context, name);
  },
};
