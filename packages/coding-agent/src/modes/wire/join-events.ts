import { agentEventCoalescing } from "@tau/agent";
import type { AgentSessionEvent } from "../../core/session/session-event.ts";

type BashUpdate = Extract<AgentSessionEvent, { type: "bash_execution_update" }>;
type JoinableEvent = Parameters<typeof agentEventCoalescing.keyOf>[0];

/** A reader who lags that far behind a command's output gets its end; the answer names the file with all of it. */
const KEPT_OUTPUT = 4_194_304;

/** Records with one key may become one. `undefined` for those that must stay as they are. */
export function joinKey(value: object): string | undefined {
  if (isBashUpdate(value)) return `bash ${value.id}`;
  return "type" in value ? agentEventCoalescing.keyOf(value as JoinableEvent) : undefined;
}

export function joinEvents(older: object, newer: object): object {
  if (!isBashUpdate(older) || !isBashUpdate(newer))
    return agentEventCoalescing.combine(older as JoinableEvent, newer as JoinableEvent);
  const delta = older.delta + newer.delta;
  return { ...newer, delta: delta.length > 2 * KEPT_OUTPUT ? delta.slice(-KEPT_OUTPUT) : delta };
}

function isBashUpdate(value: object): value is BashUpdate {
  return "type" in value && value.type === "bash_execution_update";
}
