import {
  type AgentEvent,
  type AgentMessage,
  appendToolIntent,
  type SessionLog,
  TOOL_ARGUMENTS,
  type ToolArgumentsData,
  type ToolIntent,
} from "@tau/agent";
import type { ToolResultMessage, Usage } from "@tau/ai";
import type { SessionEvents } from "../session-events.ts";

type ToolEnd = Extract<AgentEvent, { type: "tool_execution_end" }>;

/**
 * Writes events to the log before subscribers are notified, so that everything that was shown is in the log, and
 * an answer of the model is on disk before a tool acts on it. A tool's result is written when that tool ends,
 * not when the batch ends, so that a crash in between does not lose it.
 */
export class Recorder {
  private readonly log: SessionLog;
  private readonly events: SessionEvents;
  /** Ids of the entries of results whose messages have not arrived yet, by tool call. */
  private readonly results = new Map<string, string>();
  private lastFailure: Error | undefined;

  constructor(log: SessionLog, events: SessionEvents) {
    this.log = log;
    this.events = events;
  }

  /** The error with which writing to the log last failed, if any. */
  get failure(): Error | undefined {
    return this.lastFailure;
  }

  /** Forgets the failure, because the disk may have room again. */
  forgetFailure(): void {
    this.lastFailure = undefined;
  }

  /**
   * Records an event. The log is append-only: if a result was replaced after it was written, a separate entry changes it. If the log is
   * stored remotely, resolves once the entries are stored.
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

  /** Records the state of an extension. */
  recordCustom(customType: string, data: unknown): void {
    this.tell(this.write(() => this.log.appendCustomEntry(customType, data)));
  }

  recordUsage(kind: string, provider: string, model: string, usage: Usage): void {
    this.tell(this.write(() => this.log.appendUsage(kind, provider, model, usage).id));
  }

  /** Records a message that is not delivered by a run. */
  recordMessage(message: AgentMessage): void {
    this.tell(this.append(message));
  }

  private tell(id: string | undefined): void {
    const entry = id === undefined ? undefined : this.log.getEntry(id);
    if (entry) this.events.emit({ type: "entry_appended", entry });
  }

  /** Records a tool call before the tool acts. After a crash this distinguishes a call that never started from one whose outcome is unknown. */
  recordIntent({ toolCall }: ToolIntent): void | Promise<void> {
    this.write(() => appendToolIntent(this.log, toolCall));
    return this.settled();
  }

  /** Records the arguments with which a tool runs, if they differ from those in the message. */
  recordArguments({ toolCall, args }: ToolIntent): void {
    if (JSON.stringify(args) === JSON.stringify(toolCall.arguments)) return;
    const data: ToolArgumentsData = { toolCallId: toolCall.id, arguments: args };
    this.write(() => this.log.appendCustomEntry(TOOL_ARGUMENTS, data));
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

  /** Appends a message. Summaries are skipped: they are not messages of a run and have their own entries. */
  private append(message: AgentMessage): string | undefined {
    if (message.role === "branchSummary" || message.role === "compactionSummary") return undefined;
    return this.write(() => {
      if (message.role !== "custom") return this.log.appendMessage(message);
      return this.log.appendCustomMessageEntry(message.customType, message.content, message.display, message.details);
    });
  }

  /** Ends the run when an entry cannot be written, so that nothing takes effect that is not in the log. */
  private write(append: () => string): string {
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
