import type { SlashCommand } from "./command.ts";

export const quitCommand: SlashCommand = {
  name: "quit",
  aliases: ["exit", "q"],
  description: "Leave Tau; the session is kept",
  run: ({ quit }) => quit(),
};
