import type { SlashCommand } from "./command.ts";

export const newCommand: SlashCommand = {
  name: "new",
  aliases: ["clear", "reset"],
  description: "Start a new session; this one is kept",
  replacesSession: true,
  run: async ({ runtime, say }) => {
    const { cancelled } = await runtime.newSession();
    say(cancelled ? "An extension kept the session open." : "A new session.");
  },
};
