import type { DeferredHandle } from "../contract/deferred.ts";
import type { AssistantMessageEvent, DoneReason } from "../contract/events.ts";
import type {
  AssistantContent,
  AssistantMessage,
  TextContent,
  ThinkingContent,
  ToolCall,
} from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";
import type { Usage } from "../contract/usage.ts";
import { BLOCK_COST, LONGEST_ANSWER, PIECE_COST, tooLong } from "../limits.ts";
import { calculateCost, emptyUsage } from "../models/cost.ts";
import { monotonicNow } from "../monotonic-now.ts";
import { AssistantMessageEventStream } from "./assistant-message-event-stream.ts";
import { describeFailure } from "./describe-failure.ts";
import { ToolArguments } from "./tool-arguments.ts";

/** A block of the answer that is still growing. Several may be open at once. */
export interface OpenBlock<TContent extends AssistantContent = AssistantContent> {
  /** The block in the live message; protocols add signatures and late ids to it. */
  readonly content: TContent;
  append(delta: string): void;
  /** Does nothing if the block has already ended. */
  end(): void;
}

/** The token counts a vendor reports, in any order and number of reports; omitted counts keep their values. */
export type ReportedUsage = Partial<Omit<Usage, "cost">>;

/**
 * Builds one answer. A protocol reports what it receives; the assembler maintains the live message, emits the events of the stream in a
 * valid order, and ends the stream exactly once. The work per delta is proportional to the delta. Throws if the answer exceeds the limit;
 * the protocol then ends the stream with this error.
 */
export class MessageAssembler {
  readonly message: AssistantMessage;
  readonly stream = new AssistantMessageEventStream();
  private cost: Model["cost"];
  private readonly startedAt = monotonicNow();
  private readonly open = new Set<OpenBlock>();
  private ended = false;
  private size = 0;

  constructor(model: Model) {
    this.cost = model.cost;
    this.message = createPendingMessage(model);
    this.stream.push({ type: "start", partial: this.message });
  }

  startText(): OpenBlock<TextContent> {
    const content: TextContent = { type: "text", text: "" };
    return this.startBlock(content, "text", {
      append: (delta) => {
        content.text += delta;
      },
      ending: () => ({ type: "text_end", content: content.text }),
    });
  }

  startThinking(): OpenBlock<ThinkingContent> {
    const content: ThinkingContent = { type: "thinking", thinking: "" };
    return this.startBlock(content, "thinking", {
      append: (delta) => {
        content.thinking += delta;
      },
      ending: () => ({ type: "thinking_end", content: content.thinking }),
    });
  }

  startToolCall(id: string, name: string): OpenBlock<ToolCall> {
    const streamed = new ToolArguments();
    const content: ToolCall = { type: "toolCall", id: asText(id), name: asText(name), arguments: {} };
    setArguments(content, { get: () => streamed.snapshot() });
    return this.startBlock(content, "toolcall", {
      append: (delta) => streamed.append(delta),
      ending: () => {
        const finished = streamed.finish();
        setArguments(content, { value: finished.arguments, writable: true });
        if (finished.argumentsError !== undefined) content.argumentsError = finished.argumentsError;
        return { type: "toolcall_end", toolCall: content };
      },
    });
  }

  /** Adds a tool call that arrives complete. */
  addToolCall(id: string, name: string, argumentsText: string): OpenBlock<ToolCall> {
    const call = this.startToolCall(id, name);
    if (argumentsText) call.append(argumentsText);
    call.end();
    return call;
  }

  /** Sets the id and model of the response, if the server reports them; the first report counts. */
  reportResponse({ id, model }: { id?: string | undefined; model?: string | undefined }): void {
    const { message } = this;
    if (asText(id)) message.responseId ??= asText(id);
    if (asText(model) && model !== message.model) message.responseModel ??= asText(model);
  }

  /** Sets the vendor's own stop reason. */
  reportStopReason(reason: string): void {
    this.message.rawStopReason = asText(reason);
  }

  reportUsage(reported: ReportedUsage): void {
    const { usage } = this.message;
    const isCount = ([, count]: [string, number]) => Number.isFinite(count) && count >= 0;
    const counts: ReportedUsage = Object.fromEntries(Object.entries(reported).filter(isCount));
    Object.assign(usage, counts);
    usage.totalTokens = counts.totalTokens ?? usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
    calculateCost({ cost: this.cost }, usage);
  }

  /** Sets other rates than the model's for this answer. */
  reportRates(cost: Model["cost"]): void {
    this.cost = cost;
  }

  /**
   * Sets the cost that the vendor reports as billed, which overrides the catalogue's estimate. `parts` is for providers that report the
   * parts too.
   */
  reportBilledCost(total: number, parts: Partial<Usage["cost"]> = {}): void {
    if (Number.isFinite(total) && total >= 0)
      Object.assign(this.message.usage.cost, parts, { total, totalFromProvider: true });
  }

  endOpenBlocks(): void {
    for (const block of [...this.open]) block.end();
  }

  finish(reason: DoneReason): void {
    if (this.ended) return;
    this.endOpenBlocks();
    this.ended = true;
    const { message } = this;
    // Several servers report a plain stop although they stopped for a tool call.
    const calls = message.content.some((block) => block.type === "toolCall");
    const actual = reason === "stop" && calls ? "toolUse" : reason;
    message.stopReason = actual;
    message.durationMs = this.elapsed();
    this.stream.push({ type: "done", reason: actual, message });
  }

  /** Ends with a handle for fetching the answer, which the vendor continues to produce. */
  defer(handle: DeferredHandle): void {
    this.message.deferred = handle;
    this.finish("deferred");
  }

  /** Ends the answer as failed and keeps what has arrived. It counts as aborted if the signal is. */
  fail(error: unknown, signal?: AbortSignal): void {
    if (this.ended) return;
    this.ended = true;
    const { message } = this;
    for (const { content } of this.open) {
      if (content.type === "toolCall")
        setArguments(content, { value: structuredClone(content.arguments), writable: true });
    }
    const failure = describeFailure(error, signal);
    const reason = failure.error.code === "aborted" ? "aborted" : "error";
    message.stopReason = reason;
    message.errorMessage = failure.message;
    message.error = failure.error;
    message.durationMs = this.elapsed();
    this.stream.push({ type: "error", reason, error: message });
  }

  private startBlock<TContent extends AssistantContent>(
    content: TContent,
    prefix: "text" | "thinking" | "toolcall",
    behaviour: BlockBehaviour,
  ): OpenBlock<TContent> {
    this.count(BLOCK_COST);
    const partial = this.message;
    const contentIndex = partial.content.push(content) - 1;
    const block: OpenBlock<TContent> = {
      content,
      append: (delta) => {
        if (asText(delta) === "" || this.ended || !this.open.has(block)) return;
        this.count(delta.length + PIECE_COST);
        behaviour.append(delta);
        this.stream.push({ type: `${prefix}_delta`, contentIndex, delta, partial });
      },
      end: () => {
        if (this.ended || !this.open.delete(block)) return;
        this.stream.push({ ...behaviour.ending(), contentIndex, partial });
      },
    };
    this.open.add(block);
    this.stream.push({ type: `${prefix}_start`, contentIndex, partial });
    return block;
  }

  private count(length: number): void {
    this.size += length;
    if (this.size > LONGEST_ANSWER) throw tooLong("The text of the answer", LONGEST_ANSWER);
  }

  private elapsed(): number {
    return Math.round(monotonicNow() - this.startedAt);
  }
}

interface BlockBehaviour {
  append(delta: string): void;
  ending(): WithoutPosition<Extract<AssistantMessageEvent, { type: `${string}_end` }>>;
}

type WithoutPosition<TEvent> = TEvent extends unknown ? Omit<TEvent, "contentIndex" | "partial"> : never;

/** Data from a server may have any type, whatever its declared type. */
function asText(value: string | undefined): string {
  return typeof value === "string" ? value : "";
}

export function createPendingMessage(model: Model): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: emptyUsage(),
    stopReason: "pending",
    timestamp: Date.now(),
  };
}

function setArguments(call: ToolCall, descriptor: PropertyDescriptor): void {
  Object.defineProperty(call, "arguments", { ...descriptor, enumerable: true, configurable: true });
}
