import { CompactionError } from "@tau/agent";
import type { SlashCommand } from "./command.ts";

export const compactCommand: SlashCommand = {
  name: "compact",
  description: "Replace the older part of the conversation by a summary",
  argumentHint: "[what to keep]",
  run: async ({ session }, argument) => {
    await session.compaction.compact(argument.trim() || undefined).catch((error: unknown) => {
      // That it was stopped is said when it ends, whoever stopped it.
      if (!(error instanceof CompactionError) || error.code !== "aborted") throw error;
    });
  },
};
