import type { AgentSessionEvent } from "../../core/session/session-event.ts";
import { toJsonEvent } from "./json-event.ts";
import type { LineSink } from "./line-sink.ts";

/** A message of a run is told by `message_end`: its entry would only say all of it again. */
export function writeEvent(event: AgentSessionEvent, out: LineSink): void {
  if (event.type === "entry_appended" && event.entry.type === "message") return;
  out.write(toJsonEvent(event));
}
