import { CompactionError } from "@tau/agent";
import type { SlashCommand } from "./command.ts";

export const compactCommand: SlashCommand = {
  name: "compact",
  aliases: ["summarize"],
  description: "Replace the older part of the conversation by a summary",
  argumentHint: "[what to keep]",
  run: async ({ session, say }, argument) => {
    try {
      await session.compaction.compact(argument.trim() || undefined);
    } catch (error) {
      if (!(error instanceof CompactionError)) throw error;
      // The end of the compaction reports that it was stopped, whatever stopped it.
      if (error.code !== "aborted") say(`Compaction failed: ${error.message}`, "error");
    }
  },
};
