import type { SlashCommand } from "./command.ts";

export const resumeCommand: SlashCommand = {
  name: "resume",
  description: "Go on with another session",
  run: async (context) => {
    const { selectSession } = await import("../overlays/session-selector.ts");
    const path = await selectSession(context);
    if (path !== undefined && path !== context.session.sessionFile) await context.runtime.switchSession(path);
  },
};
