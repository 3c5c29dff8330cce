import type { SlashCommand } from "./command.ts";

export const shareCommand: SlashCommand = {
  name: "share",
  description: "Share the session: as a file, or as a secret gist",
  run: async (context) => {
    const { shareSession } = await import("../editing/share-session.ts");
    await shareSession(context);
  },
};
