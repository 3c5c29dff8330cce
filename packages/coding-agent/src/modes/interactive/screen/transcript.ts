import type { AgentMessage, AgentToolResult, CustomEntry } from "@tau/agent";
import type { AssistantMessage, AssistantMessageEvent, ToolCall, ToolResultMessage } from "@tau/ai";
import { type Component, Container, Spacer } from "@tau/tui";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import { AssistantMessageView } from "../renderers/messages/assistant-message-view.ts";
import { BashExecutionView } from "../renderers/messages/bash-execution-view.ts";
import { CustomEntryView } from "../renderers/messages/extension-view.ts";
import { messageView } from "../renderers/messages/index.ts";
import { ToolExecutionView } from "../renderers/tool-execution-view.ts";
import type { ViewContext } from "../renderers/view-context.ts";
import type { EntriesBetween } from "./entries-between.ts";
import { FailedTries, toolCalls } from "./failed-tries.ts";
import { Note, type NoteColor } from "./note.ts";

type EventOf<TType extends AgentSessionEvent["type"]> = Extract<AgentSessionEvent, { type: TType }>;
type Handlers = { readonly [TType in AgentSessionEvent["type"]]?: (event: EventOf<TType>) => void };

const UNFINISHED = {
  content: [{ type: "text", text: "Tau ended before this call finished. What it did is unknown." }],
  details: undefined,
} satisfies AgentToolResult;

/** The conversation as drawn. Each event changes one view, and finished views never change again. */
export class Transcript extends Container {
  private answer: AssistantMessageView | undefined;
  /** A failed request will be retried after a delay. */
  private isWaiting = false;
  private lastNotice: { readonly note: Component; readonly sender: string } | undefined;
  private readonly tries = new FailedTries();
  private readonly tools = new Map<string, ToolExecutionView>();
  private readonly context: ViewContext;
  private readonly handlers: Handlers = {
    message_start: ({ message }) => this.startMessage(message),
    message_update: ({ assistantMessageEvent }) => this.updateAnswer(assistantMessageEvent),
    message_end: ({ message }) => this.endMessage(message),
    tool_execution_start: ({ toolCallId, toolName, args }) => this.toolView(toolCallId, toolName).start(args),
    tool_execution_update: ({ toolCallId, toolName, partialResult }) =>
      this.toolView(toolCallId, toolName).updateResult(partialResult, true),
    tool_execution_end: ({ toolCallId, toolName, result, isError, durationMs }) =>
      this.toolView(toolCallId, toolName).finish(result, isError, durationMs),
    auto_retry_start: () => {
      this.isWaiting = true;
    },
    // The failure itself is already shown at the end of the answer.
    auto_retry_end: ({ success }) => {
      if (!success && this.isWaiting) this.note("Not tried again.", "warning");
    },
    entry_appended: ({ entry }) => {
      if (entry.type === "custom") this.showEntry(entry);
    },
    retry_fallback_applied: ({ message }) => this.note(message, "warning"),
    compaction_end: ({ reason, result, aborted, errorMessage }) =>
      // For a manual compaction, the command reports the failure.
      this.endCompaction(result, { aborted, errorMessage: reason === "manual" ? undefined : errorMessage }),
  };

  constructor(context: ViewContext) {
    super();
    this.context = context;
  }

  handle(event: AgentSessionEvent): void {
    // A tool's own calls are not shown here. The tool shows what it wants of them.
    if ("parentToolCallId" in event) return;
    const handler = this.handlers[event.type] as ((event: AgentSessionEvent) => void) | undefined;
    handler?.(event);
  }

  /** Shows an existing conversation. */
  load(messages: readonly AgentMessage[], between: EntriesBetween = new Map()): void {
    for (const entry of between.get(undefined) ?? []) this.showEntry(entry);
    for (const message of messages) {
      this.startMessage(message);
      this.endMessage(message);
      if (message.role === "toolResult") this.loadResult(message);
      for (const entry of between.get(message) ?? []) this.showEntry(entry);
    }
  }

  /** Marks loaded tool calls without a result as unfinished, because nothing is working on them. Their results are written with the next prompt. */
  endUnfinished(): void {
    for (const view of this.tools.values()) if (view.isLive) view.finish(UNFINISHED, true);
  }

  note(text: string, color: NoteColor = "muted"): void {
    this.append(new Note(text, color, () => this.context.theme));
  }

  /** Shows a note that replaces the last one of the same sender, if nothing came between them. */
  notice(text: string, sender: string): void {
    const last = this.children.at(-1);
    if (last !== undefined && last === this.lastNotice?.note && sender === this.lastNotice.sender)
      for (const child of this.children.slice(-2)) this.removeChild(child);
    const note = new Note(text, "muted", () => this.context.theme);
    this.lastNotice = { note, sender };
    this.append(note);
  }

  startBash(command: string, options: { isPrivate: boolean }): BashExecutionView {
    const view = new BashExecutionView(command, options, this.context);
    this.append(view);
    return view;
  }

  append(view: Component): void {
    this.addChild(new Spacer(1));
    this.addChild(view);
  }

  override clear(): void {
    super.clear();
    this.answer = undefined;
    this.tries.end();
    this.tools.clear();
  }

  private endCompaction(
    result: { summary: string; tokensBefore: number } | undefined,
    { aborted, errorMessage }: { aborted: boolean; errorMessage: string | undefined },
  ): void {
    if (result) this.startMessage({ role: "compactionSummary", ...result, timestamp: Date.now() });
    else if (aborted) this.note("Compaction stopped.", "warning");
    else if (errorMessage) this.note(`Compaction failed: ${errorMessage}`, "error");
  }

  private showEntry(entry: CustomEntry): void {
    if (this.context.drawsEntry(entry.customType)) this.append(new CustomEntryView(entry, this.context));
  }

  private startMessage(message: AgentMessage): void {
    const view = messageView(message, this.context);
    if (view) this.append(view);
    if (message.role === "assistant") this.startAnswer();
    else this.tries.end();
  }

  private startAnswer(): void {
    this.isWaiting = false;
    for (const call of this.tries.giveWay()) this.removeCall(call);
    // Logs of earlier versions may reuse an id.
    for (const [id, view] of this.tools) if (!view.isLive) this.tools.delete(id);
    this.answer = new AssistantMessageView(this.context);
    this.addChild(this.answer);
  }

  private updateAnswer(event: AssistantMessageEvent): void {
    if (!("contentIndex" in event)) return;
    const block = event.partial.content[event.contentIndex];
    if (event.type === "text_delta" || event.type === "thinking_delta")
      this.answer?.appendDelta(event.partial, event.contentIndex, event.delta);
    else if (block?.type !== "toolCall") this.answer?.updateBlock(event.partial, event.contentIndex);
    else if (event.type !== "toolcall_delta") this.toolView(block.id, block.name).updateArgs(block.arguments);
    else this.toolView(block.id, block.name).streamArguments(() => block.arguments);
  }

  private endMessage(message: AgentMessage): void {
    if (message.role !== "assistant") return;
    this.answer?.finish(message);
    for (const call of toolCalls(message)) this.endCall(call, message);
    if (this.answer && message.stopReason === "error") this.tries.add(this.answer, message);
    else this.tries.end();
    this.answer = undefined;
  }

  /** Removes a call but keeps its place, because the screen reader output counts the views. The next try may use the same id. */
  private removeCall({ id }: ToolCall): void {
    const view = this.tools.get(id);
    if (view) this.children[this.children.lastIndexOf(view)] = new Container();
    this.tools.delete(id);
  }

  /** Ends a call. A call of an answer that broke off will never run. */
  private endCall(call: ToolCall, { stopReason }: AssistantMessage): void {
    const view = this.toolView(call.id, call.name);
    view.called(call.arguments);
    if (stopReason === "error" || stopReason === "aborted")
      view.finish({ content: [{ type: "text", text: "Not run." }], details: undefined }, true);
  }

  private loadResult({ toolCallId, toolName, content, details, isError, durationMs }: ToolResultMessage): void {
    this.toolView(toolCallId, toolName).finish({ content, details }, isError, durationMs);
  }

  private toolView(id: string, name: string): ToolExecutionView {
    const known = this.tools.get(id);
    if (known) return known;
    const view = new ToolExecutionView(name, this.context, id);
    this.tools.set(id, view);
    this.addChild(view);
    return view;
  }
}
