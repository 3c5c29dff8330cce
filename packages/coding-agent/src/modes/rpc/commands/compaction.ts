import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";

export const compact = defineCommand({
  name: "compact",
  summary: "Shorten the conversation by a summary",
  parameters: Type.Object({ customInstructions: Type.Optional(Type.String()) }),
  run: ({ customInstructions }, { session }) => session.compaction.compact(customInstructions),
});

export const setAutoCompaction = defineCommand({
  name: "set_auto_compaction",
  summary: "Whether a full context window is compacted automatically",
  parameters: Type.Object({ enabled: Type.Boolean() }),
  run({ enabled }, { services }) {
    services.settings.applyOverrides({ compaction: { ...services.settings.get("compaction"), enabled } });
  },
});

export const setAutoRetry = defineCommand({
  name: "set_auto_retry",
  summary: "Whether temporary failures are retried",
  parameters: Type.Object({ enabled: Type.Boolean() }),
  run({ enabled }, { services }) {
    services.settings.applyOverrides({ retry: { ...services.settings.get("retry"), enabled } });
  },
});
