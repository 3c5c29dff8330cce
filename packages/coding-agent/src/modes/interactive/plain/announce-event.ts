import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import { formatElapsed } from "../renderers/tools/elapsed.ts";

/** States that the full screen shows by a line that moves, in words. */
export function createAnnouncer(now: () => number = () => performance.now()) {
  let started = now();
  return (event: AgentSessionEvent): string | undefined => {
    switch (event.type) {
      case "agent_start":
        started = now();
        return "Working. Escape stops.";
      case "agent_settled":
        return `${event.aborted ? "Stopped" : "Done"} after ${formatElapsed(now() - started)}.`;
      case "compaction_start":
        return "Making the conversation shorter. Escape stops.";
      case "compaction_end":
        // Why it is not is told in the conversation.
        return event.result && "The conversation is shorter now.";
      case "tool_execution_start":
        return event.parentToolCallId === undefined ? `Tool ${event.toolName} is running.` : undefined;
      default:
        return undefined;
    }
  };
}
