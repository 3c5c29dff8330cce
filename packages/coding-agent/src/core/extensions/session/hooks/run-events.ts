import type { AgentSessionEvent } from "../../../session/session-event.ts";
import type { ExtensionEvent } from "../../contract/index.ts";
import type { Generation } from "../../host/generation.ts";

/** Translates the events of a session to events of extensions and sends them to the extensions. */
export class RunEvents {
  turnIndex = 0;
  /** Whether an extension provided the summary of the current compaction. */
  hasOwnSummary = false;

  tell(generation: Generation, event: AgentSessionEvent): void | Promise<void> {
    if (event.type === "agent_start") this.turnIndex = -1;
    if (event.type === "turn_start") this.turnIndex += 1;
    if (event.type === "compaction_start") this.hasOwnSummary = false;
    const translated = this.translate(event);
    if (translated && generation.hasHandlers(translated.type)) return generation.notify(translated);
  }

  /**
   * Returns `undefined` for events that extensions do not have, and for those that are emitted elsewhere because their handlers return
   * results (`message_end`, `turn_end`).
   */
  private translate(event: AgentSessionEvent): ExtensionEvent | undefined {
    switch (event.type) {
      case "turn_start":
        return { type: "turn_start", turnIndex: this.turnIndex, timestamp: Date.now() };
      case "agent_end":
        return { type: "agent_end", messages: event.messages };
      case "compaction_end":
        return compactionFailure(event, this.hasOwnSummary);
      case "agent_start":
      case "agent_settled":
      case "message_start":
      case "message_update":
      case "tool_execution_start":
      case "tool_execution_update":
      case "tool_execution_end":
        return event;
      case "message_end":
      case "turn_end":
      case "queue_update":
      case "entry_appended":
      case "session_info_changed":
      case "thinking_level_changed":
      case "compaction_start":
      case "auto_retry_start":
      case "auto_retry_end":
      case "retry_fallback_applied":
      case "bash_execution_update":
      case "permission_refused":
      case "child_start":
      case "child_update":
      case "child_end":
      case "extension_event":
      case "summarization_retry_scheduled":
      case "summarization_retry_attempt_start":
      case "summarization_retry_finished":
        return undefined;
    }
  }
}

function compactionFailure(
  event: Extract<AgentSessionEvent, { type: "compaction_end" }>,
  fromExtension: boolean,
): ExtensionEvent | undefined {
  const { reason, result, aborted, willRetry, errorMessage } = event;
  if (result || event.handedOver) return undefined;
  return {
    type: "session_compact_failed",
    reason,
    aborted,
    willRetry,
    fromExtension,
    ...(errorMessage === undefined || aborted ? {} : { errorMessage }),
  };
}
