import { RequestError } from "../../ai-error.ts";
import type { DoneReason } from "../../contract/events.ts";
import type { ServerSentEvent } from "../../framing/server-sent-events.ts";
import type { MessageAssembler, OpenBlock, ReportedUsage } from "../../stream/message-assembler.ts";
import { cutStreamError } from "../../transport/body/unexpected-body.ts";
import { streamError } from "../../transport/http-error.ts";
import { parseEventData } from "../event-data.ts";
import type { Decoder, DecodeTarget } from "../protocol.ts";
import { resolveCompat } from "./compat.ts";
import type { AnthropicOptions } from "./request.ts";
import type { StartedBlock, StreamEvent, WireUsage } from "./wire.ts";

/** Converts the events of the Messages API into blocks. Ignores unknown events and blocks. */
export class MessageEventDecoder implements Decoder<ServerSentEvent> {
  finished = false;
  private readonly assembler: MessageAssembler;
  private readonly target: DecodeTarget;
  private readonly blocks = new Map<number, WireBlockState>();
  private stopReason: string | undefined;
  private explanation: string | undefined;

  constructor(assembler: MessageAssembler, target: DecodeTarget) {
    this.assembler = assembler;
    this.target = target;
    const { thinkingEnabled, effort } = target.options as AnthropicOptions;
    if (thinkingEnabled && effort && resolveCompat(target.model).supportsMidConvoEffort) {
      assembler.message.providerThinkingLevel = effort;
    }
  }

  accept({ data }: ServerSentEvent): void {
    const event = parseEventData<StreamEvent>(this.target.model.provider, data);
    switch (event.type) {
      case "message_start":
        this.readStart(event);
        break;
      case "content_block_start":
        this.startBlock(event.index, event.content_block);
        break;
      case "content_block_delta":
        this.readDelta(event);
        break;
      case "content_block_stop":
        this.stopBlock(event.index);
        break;
      case "message_delta":
        this.readMessageDelta(event);
        break;
      case "message_stop":
        this.finish();
        break;
      case "error":
        throw streamError(this.target.model.provider, event, this.target.secrets);
      default:
        break;
    }
  }

  end(): void {
    if (!this.finished) throw cutStreamError(this.target.model.provider);
  }

  private readStart({ message }: Extract<StreamEvent, { type: "message_start" }>): void {
    this.assembler.reportResponse(message);
    this.reportFallback(message.model);
    this.assembler.reportUsage(readUsage(message.usage));
  }

  /** Reports a fallback model that answered instead of the requested one, with its own rates. */
  private reportFallback(answering: string | undefined): void {
    const fallbacks = resolveCompat(this.target.model).allowedFallbackModels ?? [];
    const fallback = fallbacks.find(({ model }) => model === answering);
    if (!fallback) return;
    this.assembler.message.responseModel = fallback.model;
    this.assembler.reportRates(fallback.cost);
  }

  private startBlock(index: number, started: StartedBlock): void {
    switch (started.type) {
      case "text":
        this.open(index, this.assembler.startText()).append(started.text ?? "");
        break;
      case "thinking":
        this.open(index, this.assembler.startThinking()).append(started.thinking ?? "");
        break;
      case "redacted_thinking": {
        const block = this.assembler.startThinking();
        Object.assign(block.content, { redacted: true, thinkingSignature: started.data });
        this.open(index, block);
        break;
      }
      case "tool_use":
        this.open(index, this.assembler.startToolCall(started.id, started.name), started.input);
        break;
      case "fallback":
        this.reportFallback(started.to?.model);
        break;
      default:
        break;
    }
  }

  private open(index: number, block: OpenBlock, input?: object): OpenBlock {
    this.blocks.set(index, { block, input, hasDeltas: false });
    return block;
  }

  private readDelta({ index, delta }: Extract<StreamEvent, { type: "content_block_delta" }>): void {
    const state = this.blocks.get(index);
    if (!state) return;
    const { content } = state.block;
    if (delta.type === "text_delta") state.block.append(delta.text);
    else if (delta.type === "thinking_delta") state.block.append(delta.thinking);
    else if (delta.type === "input_json_delta") {
      state.hasDeltas ||= delta.partial_json !== "";
      state.block.append(delta.partial_json);
    } else if (delta.type === "signature_delta" && content.type === "thinking") {
      content.thinkingSignature = (content.thinkingSignature ?? "") + delta.signature;
    }
  }

  private stopBlock(index: number): void {
    const state = this.blocks.get(index);
    if (!state) return;
    // Some servers send the whole input at the start of the block and no deltas.
    if (!state.hasDeltas && state.input && Object.keys(state.input).length > 0) {
      state.block.append(JSON.stringify(state.input));
    }
    state.block.end();
  }

  private readMessageDelta({ delta, usage }: Extract<StreamEvent, { type: "message_delta" }>): void {
    if (delta.stop_reason) this.stopReason = delta.stop_reason;
    this.explanation = delta.stop_details?.explanation ?? this.explanation;
    if (usage) this.assembler.reportUsage(readUsage(usage));
  }

  private finish(): void {
    this.finished = true;
    const reason = this.stopReason ?? "end_turn";
    this.assembler.reportStopReason(reason);
    const done = DONE_REASONS[reason];
    if (!done) throw this.refusal(reason);
    this.assembler.finish(done);
  }

  private refusal(reason: string): RequestError {
    const { provider } = this.target.model;
    const why = this.explanation ? `: ${this.explanation}` : "";
    const text = `${provider} declined to answer (${reason})${why}. Rephrase the request or choose another model.`;
    return new RequestError(text, { code: "invalid-request" });
  }
}

interface WireBlockState {
  readonly block: OpenBlock;
  readonly input: object | undefined;
  hasDeltas: boolean;
}

const DONE_REASONS: Record<string, DoneReason> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "toolUse",
};

/** Reads the counts that are present: a later report repeats only some of them. */
function readUsage(usage: WireUsage | undefined): ReportedUsage {
  const reported: ReportedUsage = {};
  if (typeof usage?.input_tokens === "number") reported.input = usage.input_tokens;
  if (typeof usage?.output_tokens === "number") reported.output = usage.output_tokens;
  if (typeof usage?.cache_read_input_tokens === "number") reported.cacheRead = usage.cache_read_input_tokens;
  if (typeof usage?.cache_creation_input_tokens === "number") reported.cacheWrite = usage.cache_creation_input_tokens;
  const long = usage?.cache_creation?.ephemeral_1h_input_tokens;
  if (long) reported.cacheWrite1h = long;
  const thinking = usage?.output_tokens_details?.thinking_tokens;
  if (thinking !== undefined) reported.reasoning = thinking;
  return reported;
}
