import type { TUI } from "@tau/tui";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import { keyName } from "../keys/key-text.ts";
import { formatElapsed } from "../renderers/tools/elapsed.ts";
import { type LinearParts, LinearTui } from "./linear-tui.ts";

/** Output for a screen reader. */
export interface PlainVoice {
  setParts(parts: LinearParts): void;
  hear(event: AgentSessionEvent): void;
}

export function createVoice(tui: TUI): PlainVoice | undefined {
  if (!(tui instanceof LinearTui)) return undefined;
  const announce = createAnnouncer();
  return {
    setParts: (parts) => tui.setParts(parts),
    hear(event) {
      const text = announce(event);
      if (text !== undefined) tui.announce(text);
    },
  };
}

/** Returns a function that announces in words what the full screen shows with a moving line. */
export function createAnnouncer(now: () => number = () => performance.now()) {
  let started = now();
  return (event: AgentSessionEvent): string | undefined => {
    switch (event.type) {
      case "agent_start":
        started = now();
        return `Working. ${keyName("app.interrupt")} stops.`;
      case "agent_settled":
        return `${event.aborted ? "Stopped" : "Done"} after ${formatElapsed(now() - started)}.`;
      case "compaction_start":
        return `Compacting the conversation. ${keyName("app.interrupt")} stops.`;
      case "compaction_end":
        // A failure is reported in the conversation.
        return event.result && "The conversation was compacted.";
      case "tool_execution_start":
        return event.parentToolCallId === undefined ? `Tool ${event.toolName} is running.` : undefined;
      default:
        return undefined;
    }
  };
}
