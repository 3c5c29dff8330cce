import type { SlashCommand } from "./command.ts";

export const resumeCommand: SlashCommand = {
  name: "resume",
  aliases: ["sessions", "continue"],
  description: "Continue another session",
  replacesSession: true,
  run: async (context) => {
    const { selectSession } = await import("../overlays/session-selector.ts");
    const path = await selectSession(context);
    if (path === undefined || path === context.session.sessionFile) return;
    const { openSessionFile } = await import("../sessions/open-session-file.ts");
    await openSessionFile(context, path);
  },
};
