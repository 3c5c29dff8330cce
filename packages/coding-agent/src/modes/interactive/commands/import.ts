import { resolveFrom } from "../../../core/paths/index.ts";
import type { SlashCommand } from "./command.ts";

export const importCommand: SlashCommand = {
  name: "import",
  description: "Open a session file from anywhere",
  argumentHint: "<path>",
  run: async ({ runtime, services, say }, argument) => {
    const path = argument.trim();
    if (path === "") return say("Name the file: /import <path>", "warning");
    await runtime.switchSession(resolveFrom(services.cwd, path));
  },
};
