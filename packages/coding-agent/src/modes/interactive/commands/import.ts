import { resolveFrom } from "../../../core/paths/index.ts";
import type { SlashCommand } from "./command.ts";

export const importCommand: SlashCommand = {
  name: "import",
  description: "Open a session file from anywhere",
  argumentHint: "<path>",
  replacesSession: true,
  run: async (context, argument) => {
    const { services, say } = context;
    const path = argument.trim();
    if (path === "") return say("Name the file: /import <path>", "warning");
    const { openSessionFile } = await import("../sessions/open-session-file.ts");
    await openSessionFile(context, resolveFrom(services.cwd, path));
  },
};
