import { RequestError } from "../../ai-error.ts";
import type { DoneReason } from "../../contract/events.ts";
import type { ThinkingContent, ToolCall } from "../../contract/messages.ts";
import type { ServerSentEvent } from "../../framing/server-sent-events.ts";
import type { MessageAssembler, OpenBlock } from "../../stream/message-assembler.ts";
import { Prose } from "../../stream/prose.ts";
import { cutStreamError } from "../../transport/body/unexpected-body.ts";
import { streamError } from "../../transport/http-error.ts";
import { parseEventData } from "../event-data.ts";
import type { Decoder, DecodeTarget } from "../protocol.ts";
import { resolveCompat } from "./compat.ts";
import { ReasoningDetails } from "./reasoning-details.ts";
import { readUsage } from "./usage.ts";
import type { Choice, Chunk, ContentPart, Delta, ToolCallDelta } from "./wire.ts";

/** Fields with thinking text, most specific first; a server may send the same text in two of them. */
const THINKING_FIELDS = ["reasoning_content", "reasoning", "reasoning_text"] as const;

/** Converts the chunks of Chat Completions into blocks. */
export class ChunkDecoder implements Decoder<ServerSentEvent> {
  finished = false;
  private readonly assembler: MessageAssembler;
  private readonly target: DecodeTarget;
  private readonly calls = new Map<number, OpenBlock<ToolCall>>();
  private readonly details = new ReasoningDetails();
  private readonly prose: Prose;
  private thinking: OpenBlock<ThinkingContent> | undefined;
  private finishReason: string | undefined;
  private lastCall = -1;

  constructor(assembler: MessageAssembler, target: DecodeTarget) {
    this.assembler = assembler;
    this.target = target;
    this.prose = new Prose(assembler);
  }

  accept({ data }: ServerSentEvent): void {
    if (data === "[DONE]") {
      this.finish(this.finishReason ?? "stop");
      return;
    }
    const chunk = parseEventData<Chunk>(this.target.model.provider, data);
    if (chunk.error) throw streamError(this.target.model.provider, chunk.error, this.target.secrets);
    this.assembler.reportResponse(chunk);
    const choice = chunk.choices?.[0];
    if (choice) this.readChoice(choice);
    const usage = chunk.usage ?? choice?.usage ?? chunk.x_groq?.usage;
    if (usage) readUsage(this.assembler, usage);
  }

  end(): void {
    if (this.finished) return;
    const inferred = resolveCompat(this.target.model).supportsFinishReason === false ? "stop" : undefined;
    const reason = this.finishReason ?? inferred;
    if (!reason) throw cutStreamError(this.target.model.provider);
    this.finish(reason);
  }

  private readChoice({ delta, message, finish_reason: reason }: Choice): void {
    // A few servers answer a streaming request with one whole message.
    const said = delta ?? message;
    if (said) this.readDelta(said);
    if (reason) this.finishReason = reason;
  }

  private readDelta(delta: Delta): void {
    const field = THINKING_FIELDS.find((name) => delta[name]);
    const thought = field && delta[field];
    if (field && thought) this.appendThinking(thought, field);
    if (delta.reasoning_details) this.readDetails(delta.reasoning_details, thought === undefined);
    const said = delta.content || delta.refusal;
    if (Array.isArray(said)) for (const part of said) this.readPart(part);
    else if (said) this.prose.open("text").append(said);
    for (const call of delta.tool_calls ?? []) this.readToolCall(call);
  }

  private readPart(part: ContentPart): void {
    if (part.type === "text") this.prose.open("text").append(part.text);
    else if (part.type === "thinking") this.appendThinking(thinkingText(part.thinking), "thinking");
  }

  private appendThinking(text: string, field: string): void {
    const block = this.prose.open("thinking") as OpenBlock<ThinkingContent>;
    block.content.thinkingSignature ??= field;
    this.thinking = block;
    block.append(text);
  }

  private readDetails(details: NonNullable<Delta["reasoning_details"]>, alone: boolean): void {
    for (const detail of details) {
      const text = this.details.push(detail);
      if (alone && text) this.appendThinking(text, "reasoning");
    }
  }

  private readToolCall(delta: ToolCallDelta): void {
    this.prose.end();
    const call = this.callFor(delta);
    if (typeof delta.id === "string" && delta.id) call.content.id = delta.id;
    const name = delta.function?.name;
    if (typeof name === "string" && !call.content.name) call.content.name = name;
    const text = delta.function?.arguments;
    if (text) call.append(typeof text === "string" ? text : JSON.stringify(text));
  }

  /** Returns the block of a call. Calls are identified by index; if a server omits it, a new id starts a new call. */
  private callFor({ index, id, function: called }: ToolCallDelta): OpenBlock<ToolCall> {
    const key = index ?? this.keyWithoutIndex(id);
    this.lastCall = key;
    const known = this.calls.get(key);
    if (known) return known;
    const call = this.assembler.startToolCall(id ?? "", called?.name ?? "");
    this.calls.set(key, call);
    return call;
  }

  private keyWithoutIndex(id: string | null | undefined): number {
    const last = this.calls.get(this.lastCall);
    const isNew = last === undefined || (Boolean(id) && last.content.id !== id);
    return isNew ? this.calls.size : this.lastCall;
  }

  private finish(reason: string): void {
    this.finished = true;
    this.assembler.reportStopReason(reason);
    for (const [key, { content }] of this.calls) content.id ||= `call_${this.assembler.message.timestamp}_${key}`;
    if (this.thinking && !this.details.isEmpty) this.thinking.content.thinkingSignature = this.details.toSignature();
    this.assembler.finish(this.doneReason(reason));
  }

  private doneReason(reason: string): DoneReason {
    const known = DONE_REASONS[reason];
    if (known) return known;
    const { provider } = this.target.model;
    if (reason === "content_filter") {
      throw new RequestError(
        `${provider} withheld the answer (content_filter). Rephrase the request or choose another model.`,
        { code: "invalid-request" },
      );
    }
    throw new RequestError(`${provider} ended the answer with "${reason}". Try again.`, { code: "server" });
  }
}

function thinkingText(thinking: Extract<ContentPart, { type: "thinking" }>["thinking"]): string {
  return typeof thinking === "string" ? thinking : thinking.map(({ text }) => text ?? "").join("");
}

const DONE_REASONS: Record<string, DoneReason> = {
  stop: "stop",
  end: "stop",
  end_turn: "stop",
  eos: "stop",
  stop_sequence: "stop",
  length: "length",
  max_tokens: "length",
  model_length: "length",
  tool_calls: "toolUse",
  tool_use: "toolUse",
  function_call: "toolUse",
};
