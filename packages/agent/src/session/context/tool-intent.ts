import type { ToolCall } from "@tau/ai";
import type { SessionEntry } from "../entries/entry.ts";
import type { SessionLog } from "../session-log.ts";

/** The `customType` of an entry that announces a call before its effect. */
export const TOOL_INTENT = "tau.tool-intent";

export interface ToolIntentData {
  toolCallId: string;
  toolName: string;
}

/** Writes the intent after the permit and before the effect. The entry is written when this returns. */
export function appendToolIntent(session: Pick<SessionLog, "appendCustomEntry">, toolCall: ToolCall): string {
  const data: ToolIntentData = { toolCallId: toolCall.id, toolName: toolCall.name };
  return session.appendCustomEntry(TOOL_INTENT, data);
}

/** The `customType` of an entry that records other arguments for a call than the model gave. */
export const TOOL_ARGUMENTS = "tau.tool-arguments";

export interface ToolArgumentsData {
  toolCallId: string;
  arguments: unknown;
}

/** Returns the id of the call that an entry announces, if any. */
export function intentOf(entry: SessionEntry): string | undefined {
  if (entry.type !== "custom" || entry.customType !== TOOL_INTENT) return undefined;
  const id = (entry.data as Partial<ToolIntentData> | undefined)?.toolCallId;
  return typeof id === "string" ? id : undefined;
}
