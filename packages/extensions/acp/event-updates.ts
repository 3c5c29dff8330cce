import { randomUUID } from "node:crypto";
import type { PlanEntry, SessionUpdate } from "@agentclientprotocol/sdk";
import type { AgentSessionEvent, ServedSession } from "@tau/coding-agent";
import type { SessionPeer } from "./acp-session.ts";
import { displayedText } from "./replay.ts";
import type { ToolCalls } from "./tool-calls.ts";

type EventOf<Type extends AgentSessionEvent["type"]> = Extract<AgentSessionEvent, { type: Type }>;

const TODO_ENTRY = "todo-phases";

/** Sends the client what happens in the session. */
export class EventUpdates {
  private readonly peer: SessionPeer;
  private readonly calls: ToolCalls;
  private readonly session: ServedSession;
  private messageId = randomUUID();
  private compactionId = randomUUID();

  constructor(peer: SessionPeer, calls: ToolCalls, session: ServedSession) {
    this.peer = peer;
    this.calls = calls;
    this.session = session;
  }

  handle(event: AgentSessionEvent): void {
    const update = this.updateOf(event);
    if (update) this.peer.send(update);
    if (event.type === "agent_end" || event.type === "compaction_end") this.sendUsage();
  }

  /** Sends the state that a client shows beside the conversation. */
  sendState(): void {
    const plan = this.plan();
    if (plan.entries.length > 0) this.peer.send(plan);
    this.sendUsage();
  }

  private updateOf(event: AgentSessionEvent): SessionUpdate | undefined {
    switch (event.type) {
      case "message_start":
        this.messageId = randomUUID();
        return undefined;
      case "message_update":
        return this.chunk(event);
      case "message_end":
        return this.shownMessage(event);
      case "tool_execution_start":
        return this.calls.start(event.toolCallId, event.toolName, event.args);
      case "tool_execution_update":
        return this.calls.update(event.toolCallId, event.partialResult);
      case "tool_execution_end":
        return this.calls.end(event.toolCallId, event.result, event.isError);
      case "entry_appended":
        return event.entry.type === "custom" && event.entry.customType === TODO_ENTRY ? this.plan() : undefined;
      case "session_info_changed":
        return { sessionUpdate: "session_info_update", title: event.name ?? null };
      default:
        return this.noticeOf(event);
    }
  }

  private chunk({ assistantMessageEvent: event }: EventOf<"message_update">): SessionUpdate | undefined {
    const { messageId } = this;
    if (event.type === "text_delta")
      return { sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text: event.delta } };
    if (event.type === "thinking_delta")
      return { sessionUpdate: "agent_thought_chunk", messageId, content: { type: "text", text: event.delta } };
    return undefined;
  }

  /** Messages of extensions that are meant for the user. */
  private shownMessage({ message }: EventOf<"message_end">): SessionUpdate | undefined {
    const text = displayedText(message);
    if (!text) return undefined;
    return { sessionUpdate: "agent_message_chunk", messageId: this.messageId, content: { type: "text", text } };
  }

  /** Sends waiting and compaction to clients that show them. */
  private noticeOf(event: AgentSessionEvent): SessionUpdate | undefined {
    const { compaction, notices } = this.peer.capabilities.session ?? {};
    if (event.type === "auto_retry_start" && notices) {
      const title = `The request failed. Attempt ${event.attempt} of ${event.maxAttempts} follows.`;
      return { sessionUpdate: "notice", severity: "warning", title, description: event.errorMessage };
    }
    if (event.type === "retry_fallback_applied" && notices)
      return { sessionUpdate: "notice", severity: "warning", title: event.message };
    if (event.type === "compaction_start" && compaction) {
      this.compactionId = randomUUID();
      return { sessionUpdate: "compaction_update", compactionId: this.compactionId, status: "in_progress" };
    }
    if (event.type === "compaction_end" && compaction) {
      const { result, errorMessage: error } = event;
      const { compactionId } = this;
      return result
        ? { sessionUpdate: "compaction_update", compactionId, status: "completed" }
        : { sessionUpdate: "compaction_update", compactionId, status: "failed", ...(error ? { error } : {}) };
    }
    return undefined;
  }

  private plan(): SessionUpdate & { entries: PlanEntry[] } {
    const tasks = this.session.todos().flatMap((phase) => phase.tasks);
    const entries = tasks
      .filter(({ status }) => status !== "abandoned")
      .map(({ content, status }) => ({ content, priority: "medium", status }) as PlanEntry);
    return { sessionUpdate: "plan", entries };
  }

  private sendUsage(): void {
    const usage = this.session.context().getContextUsage();
    if (usage?.tokens != null)
      this.peer.send({ sessionUpdate: "usage_update", used: usage.tokens, size: usage.contextWindow });
  }
}
