import {
  type AgentEvent,
  type AgentMessage,
  appendToolArguments,
  appendToolIntent,
  type SessionLog,
  type ToolIntent,
} from "@tau/agent";
import type { ToolResultMessage, Usage } from "@tau/ai";
import type { SessionEvents } from "../session-events.ts";

type ToolEnd = Extract<AgentEvent, { type: "tool_execution_end" }>;

/**
 * Writes what happened to the log before anyone is told of it, so that what was shown is never lost, and what the model said is on disk
 * before a tool acts on it. A result is written when its tool ends, not when the batch does: a crash in between must not forget it.
 */
export class Recorder {
  private readonly log: SessionLog;
  private readonly events: SessionEvents;
  /** Entries of results whose messages are still to come. */
  private readonly results = new Map<string, string>();
  private lastFailure: Error | undefined;

  constructor(log: SessionLog, events: SessionEvents) {
    this.log = log;
    this.events = events;
  }

  /** Why the log could not be written, if it could not. */
  get failure(): Error | undefined {
    return this.lastFailure;
  }

  /** There may be room again. */
  forgetFailure(): void {
    this.lastFailure = undefined;
  }

  /**
   * A result that was replaced after it was written is changed by an entry of its own: the log only grows. Where the log is kept
   * elsewhere, resolves once it has the entries.
   */
  record(event: AgentEvent, { isReplaced = false } = {}): void | Promise<void> {
    if (event.type === "tool_execution_end") {
      this.recordResult(event);
      return this.settled();
    }
    if (event.type !== "message_end") return;
    const { message } = event;
    const written = this.recorded(message);
    const ids = [written ?? this.append(message)];
    if (isReplaced && written !== undefined && message.role === "toolResult") {
      const { content, details, isError } = message;
      const replacement = { content, ...(details === undefined ? {} : { details }), isError };
      ids.push(this.write(() => this.log.appendContextEdit(written, replacement)));
    }
    const tell = () => {
      for (const id of ids) this.tell(id);
    };
    const settled = this.settled();
    return settled === undefined ? tell() : settled.then(tell);
  }

  /** State of an extension. */
  recordCustom(customType: string, data: unknown): void {
    this.tell(this.write(() => this.log.appendCustomEntry(customType, data)));
  }

  recordUsage(kind: string, provider: string, model: string, usage: Usage): void {
    this.tell(this.write(() => this.log.appendUsage(kind, provider, model, usage).id));
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
  recordIntent({ toolCall }: ToolIntent): void | Promise<void> {
    this.write(() => appendToolIntent(this.log, toolCall));
    return this.settled();
  }

  /** The arguments with which a tool runs, if they are not those of the message. */
  recordArguments({ toolCall, args }: ToolIntent): void {
    this.write(() => appendToolArguments(this.log, toolCall, args));
  }

  private recordResult({ toolCallId, toolName, result, isError, durationMs }: ToolEnd): void {
    const { content, details, usage, nestedCalls } = result;
    const message: ToolResultMessage = {
      role: "toolResult",
      toolCallId,
      toolName,
      content,
      ...(details === undefined ? {} : { details }),
      ...(usage ? { usage } : {}),
      ...(nestedCalls ? { nestedCalls } : {}),
      isError,
      timestamp: this.log.now(),
      ...(durationMs === undefined ? {} : { durationMs }),
    };
    this.results.set(
      toolCallId,
      this.write(() => this.log.appendMessage(message)),
    );
  }

  private recorded(message: AgentMessage): string | undefined {
    if (message.role !== "toolResult") return undefined;
    const id = this.results.get(message.toolCallId);
    this.results.delete(message.toolCallId);
    return id;
  }

  /** Summaries are no messages of a run: they have entries of their own. */
  private append(message: AgentMessage): string | undefined {
    if (message.role === "branchSummary" || message.role === "compactionSummary") return undefined;
    return this.write(() => {
      if (message.role !== "custom") return this.log.appendMessage(message);
      return this.log.appendCustomMessageEntry(message.customType, message.content, message.display, message.details);
    });
  }

  /** What cannot be written must not take effect: the agent ends the run with this failure. */
  private write<T>(append: () => T): T {
    try {
      return append();
    } catch (error) {
      return this.fail(error);
    }
  }

  private settled(): Promise<void> | undefined {
    return this.log.settled()?.catch((error: unknown) => this.fail(error));
  }

  private fail(error: unknown): never {
    this.lastFailure = error instanceof Error ? error : new Error(String(error));
    throw error;
  }
}
