import type { SlashCommand } from "./command.ts";

export const shareCommand: SlashCommand = {
  name: "share",
  description: "Put the session into a secret gist, with the gh command",
  run: async (context) => {
    const { shareSession } = await import("../editing/share-session.ts");
    await shareSession(context);
  },
};
