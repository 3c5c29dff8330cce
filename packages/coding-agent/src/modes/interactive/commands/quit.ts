import type { SlashCommand } from "./command.ts";

export const quitCommand: SlashCommand = {
  name: "quit",
  description: "Leave Tau; the session is kept",
  run: ({ quit }) => quit(),
};
