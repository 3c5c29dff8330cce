import { RequestError } from "../../ai-error.ts";
import type { DoneReason } from "../../contract/events.ts";
import type { AwsEvent } from "../../framing/aws-event-stream.ts";
import type { MessageAssembler, OpenBlock, ReportedUsage } from "../../stream/message-assembler.ts";
import { cutStreamError } from "../../transport/body/unexpected-body.ts";
import { streamError } from "../../transport/http-error.ts";
import { parseEventData } from "../event-data.ts";
import type { Decoder, DecodeTarget } from "../protocol.ts";

/** Converts the events of ConverseStream into blocks. Only tool calls have a start event; other blocks begin with a delta. */
export class ConverseEventDecoder implements Decoder<AwsEvent> {
  finished = false;
  private readonly assembler: MessageAssembler;
  private readonly target: DecodeTarget;
  private readonly blocks = new Map<number, OpenBlock>();
  private readonly text = new TextDecoder();
  private stopReason: string | undefined;

  constructor(assembler: MessageAssembler, target: DecodeTarget) {
    this.assembler = assembler;
    this.target = target;
  }

  accept({ messageType, eventType, payload }: AwsEvent): void {
    const { provider } = this.target.model;
    const event = parseEventData<ConverseEvent>(provider, this.text.decode(payload) || "{}");
    if (messageType !== "event") {
      throw streamError(provider, { type: eventType, message: event.message ?? eventType }, this.target.secrets);
    }
    if (eventType === "contentBlockStart") this.startBlock(event);
    else if (eventType === "contentBlockDelta") this.readDelta(event);
    else if (eventType === "contentBlockStop") this.blocks.get(event.contentBlockIndex ?? 0)?.end();
    else if (eventType === "messageStop") this.stopReason = event.stopReason;
    else if (eventType === "metadata") this.finish(event);
  }

  end(): void {
    if (this.finished) return;
    if (!this.stopReason) throw cutStreamError(this.target.model.provider);
    this.finish({});
  }

  private startBlock({ contentBlockIndex: index = 0, start }: ConverseEvent): void {
    const call = start?.toolUse;
    if (call) this.blocks.set(index, this.assembler.startToolCall(call.toolUseId, call.name));
  }

  private readDelta({ contentBlockIndex: index = 0, delta }: ConverseEvent): void {
    if (delta?.text !== undefined) this.blockAt(index, "text").append(delta.text);
    else if (delta?.toolUse) this.blocks.get(index)?.append(delta.toolUse.input);
    else if (delta?.reasoningContent) this.readThinking(index, delta.reasoningContent);
  }

  private readThinking(index: number, { text, signature, redactedContent }: ReasoningDelta): void {
    const block = this.blockAt(index, "thinking");
    if (text) block.append(text);
    if (block.content.type !== "thinking") return;
    if (redactedContent) block.content.redacted = true;
    const added = signature ?? redactedContent;
    if (added) block.content.thinkingSignature = (block.content.thinkingSignature ?? "") + added;
  }

  private blockAt(index: number, type: "text" | "thinking"): OpenBlock {
    const known = this.blocks.get(index);
    if (known) return known;
    const block = type === "text" ? this.assembler.startText() : this.assembler.startThinking();
    this.blocks.set(index, block);
    return block;
  }

  private finish({ usage }: ConverseEvent): void {
    this.finished = true;
    if (usage) this.assembler.reportUsage(readUsage(usage));
    const reason = this.stopReason ?? "end_turn";
    this.assembler.reportStopReason(reason);
    const done = DONE_REASONS[reason];
    if (!done) {
      const text = `${this.target.model.provider} withheld the answer (${reason}). Rephrase the request or choose another model.`;
      throw new RequestError(text, { code: "invalid-request" });
    }
    this.assembler.finish(done);
  }
}

function readUsage(usage: WireUsage): ReportedUsage {
  const long = usage.cacheDetails?.find(({ ttl }) => ttl === "1h")?.inputTokens;
  return {
    input: usage.inputTokens ?? 0,
    output: usage.outputTokens ?? 0,
    cacheRead: usage.cacheReadInputTokens ?? 0,
    cacheWrite: usage.cacheWriteInputTokens ?? 0,
    ...(long && { cacheWrite1h: long }),
  };
}

const DONE_REASONS: Record<string, DoneReason> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "toolUse",
};

interface ReasoningDelta {
  text?: string;
  signature?: string;
  redactedContent?: string;
}

interface ConverseEvent {
  contentBlockIndex?: number;
  start?: { toolUse?: { toolUseId: string; name: string } };
  delta?: { text?: string; toolUse?: { input: string }; reasoningContent?: ReasoningDelta };
  stopReason?: string;
  usage?: WireUsage;
  message?: string;
}

interface WireUsage {
  inputTokens?: number;
  outputTokens?: number;
  cacheReadInputTokens?: number;
  cacheWriteInputTokens?: number;
  /** How many of the written tokens are kept for how long. */
  cacheDetails?: { ttl?: string; inputTokens?: number }[];
}
