import type { AgentSessionEvent } from "../../core/session/session-event.ts";
import { toJsonEvent } from "./json-event.ts";
import type { LineSink } from "./line-sink.ts";

/** Writes an event. Skips the entries of messages, because `message_end` already has the whole message. */
export function writeEvent(event: AgentSessionEvent, out: LineSink): void {
  if (event.type === "entry_appended" && event.entry.type === "message") return;
  out.write(toJsonEvent(event));
}
