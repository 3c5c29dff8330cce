import type { SlashCommand } from "./command.ts";

export const debugCommand: SlashCommand = {
  name: "debug",
  description: "Write the screen and the session to a file, to find a fault",
  run: async (context) => {
    const { writeDebugFile } = await import("../editing/debug-file.ts");
    const path = await writeDebugFile(context);
    context.say(`Written to ${path}. It holds the conversation: look through it before you share it.`);
  },
};
