import type { ToolCall } from "@tau/ai";
import type { SessionEntry } from "./entry.ts";
import type { SessionLog } from "./session-log.ts";

/** The `customType` of an entry that says: this call is about to have its effect. */
export const TOOL_INTENT = "tau.tool-intent";

export interface ToolIntentData {
  toolCallId: string;
  toolName: string;
}

/** Written after the permit and before the effect. It is on disk when this returns. */
export function appendToolIntent(session: Pick<SessionLog, "appendCustomEntry">, toolCall: ToolCall): string {
  const data: ToolIntentData = { toolCallId: toolCall.id, toolName: toolCall.name };
  return session.appendCustomEntry(TOOL_INTENT, data);
}

/** The `customType` of an entry that says: this call runs with other arguments than the model gave. */
export const TOOL_ARGUMENTS = "tau.tool-arguments";

export interface ToolArgumentsData {
  toolCallId: string;
  arguments: unknown;
}

/** Written before the effect, where extensions or the tool itself have changed what the model wrote. */
export function appendToolArguments(
  session: Pick<SessionLog, "appendCustomEntry">,
  toolCall: ToolCall,
  args: unknown,
): void {
  if (args === toolCall.arguments || JSON.stringify(args) === JSON.stringify(toolCall.arguments)) return;
  const data: ToolArgumentsData = { toolCallId: toolCall.id, arguments: args };
  session.appendCustomEntry(TOOL_ARGUMENTS, data);
}

/** The call an entry announces, if it announces one. */
export function intentOf(entry: SessionEntry): string | undefined {
  if (entry.type !== "custom" || entry.customType !== TOOL_INTENT) return undefined;
  const id = (entry.data as Partial<ToolIntentData> | undefined)?.toolCallId;
  return typeof id === "string" ? id : undefined;
}
