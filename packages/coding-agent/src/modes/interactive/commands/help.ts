import type { SlashCommand } from "./command.ts";

export const helpCommand: SlashCommand = {
  name: "help",
  description: "Show the commands",
  run: ({ screen, commands }) => {
    const rows = commands().map((command) => [`/${command.name}`, command.argumentHint ?? "", command.description]);
    screen.showTable(["Command", "", "What it does"], rows);
  },
};
