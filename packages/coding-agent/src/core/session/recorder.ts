import { type AgentEvent, type AgentMessage, appendToolIntent, type SessionManager, type ToolIntent } from "@tau/agent";
import type { SessionEvents } from "./session-events.ts";

/**
 * Writes each finished message to the log before anyone is told of it, so that what was shown is never lost, and what the model
 * said is on disk before a tool acts on it.
 */
export class Recorder {
  private readonly log: SessionManager;
  private readonly events: SessionEvents;

  constructor(log: SessionManager, events: SessionEvents) {
    this.log = log;
    this.events = events;
  }

  record(event: AgentEvent): void {
    if (event.type === "message_end") this.tell(this.append(event.message));
  }

  /** State of an extension. */
  recordCustom(customType: string, data: unknown): void {
    this.tell(this.log.appendCustomEntry(customType, data));
  }

  /** A message that no run delivers. */
  recordMessage(message: AgentMessage): void {
    this.tell(this.append(message));
  }

  private tell(id: string | undefined): void {
    const entry = id === undefined ? undefined : this.log.getEntry(id);
    if (entry) this.events.emit({ type: "entry_appended", entry });
  }

  /** Written before a tool acts: after a crash it tells a call that never started from one whose outcome is unknown. */
  recordIntent({ toolCall }: ToolIntent): void {
    appendToolIntent(this.log, toolCall);
  }

  /** Summaries are no messages of a run: they have entries of their own. */
  private append(message: AgentMessage): string | undefined {
    if (message.role === "branchSummary" || message.role === "compactionSummary") return undefined;
    if (message.role !== "custom") return this.log.appendMessage(message);
    return this.log.appendCustomMessageEntry(message.customType, message.content, message.display, message.details);
  }
}
