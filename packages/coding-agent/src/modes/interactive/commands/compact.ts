import type { SlashCommand } from "./command.ts";

export const compactCommand: SlashCommand = {
  name: "compact",
  description: "Replace the older part of the conversation by a summary",
  argumentHint: "[what to keep]",
  run: async ({ session }, argument) => {
    await session.compaction.compact(argument.trim() || undefined);
  },
};
