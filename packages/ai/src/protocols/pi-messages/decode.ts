import type { Usage } from "../../contract/usage.ts";
import type { ServerSentEvent } from "../../framing/server-sent-events.ts";
import type { MessageAssembler, OpenBlock } from "../../stream/message-assembler.ts";
import { cutStreamError } from "../../transport/body/unexpected-body.ts";
import { streamError } from "../../transport/http-error.ts";
import { parseEventData } from "../event-data.ts";
import type { Decoder, DecodeTarget } from "../protocol.ts";
import type { PiMessagesEvent } from "./wire.ts";

/** Converts our own events in JSON form back into an answer. */
export class PiMessagesDecoder implements Decoder<ServerSentEvent> {
  finished = false;
  private readonly assembler: MessageAssembler;
  private readonly target: DecodeTarget;
  private readonly blocks = new Map<number, OpenBlock>();

  constructor(assembler: MessageAssembler, target: DecodeTarget) {
    this.assembler = assembler;
    this.target = target;
  }

  accept({ data }: ServerSentEvent): void {
    const event = parseEventData<PiMessagesEvent>(this.target.model.provider, data);
    switch (event.type) {
      case "text_start":
        this.blocks.set(event.contentIndex, this.assembler.startText());
        break;
      case "thinking_start":
        this.blocks.set(event.contentIndex, this.assembler.startThinking());
        break;
      case "toolcall_start":
        this.blocks.set(event.contentIndex, this.assembler.startToolCall(event.id, event.toolName));
        break;
      case "text_delta":
      case "thinking_delta":
      case "toolcall_delta":
        this.blocks.get(event.contentIndex)?.append(event.delta);
        break;
      case "text_end":
      case "thinking_end":
      case "toolcall_end":
        this.endBlock(event);
        break;
      case "done":
      case "error":
        this.finish(event);
        break;
      default:
        break;
    }
  }

  end(): void {
    if (!this.finished) throw cutStreamError(this.target.model.provider);
  }

  private endBlock(event: Extract<PiMessagesEvent, { type: `${string}_end` }>): void {
    const block = this.blocks.get(event.contentIndex);
    if (!block) return;
    const { content } = block;
    if (event.type === "toolcall_end") {
      const { thoughtSignature, namespace } = event.toolCall;
      Object.assign(content, { ...(thoughtSignature && { thoughtSignature }), ...(namespace && { namespace }) });
    } else if (content.type === "text" && event.contentSignature) content.textSignature = event.contentSignature;
    else if (content.type === "thinking") {
      if (event.contentSignature) content.thinkingSignature = event.contentSignature;
      if (event.type === "thinking_end" && event.redacted) content.redacted = true;
    }
    block.end();
  }

  private finish(event: Extract<PiMessagesEvent, { type: "done" | "error" }>): void {
    this.finished = true;
    this.assembler.reportResponse({ id: event.responseId, model: event.responseModel });
    const { providerThinkingLevel } = event;
    if (providerThinkingLevel) this.assembler.message.providerThinkingLevel = providerThinkingLevel;
    this.readUsage(event.usage);
    if (event.type === "done") this.assembler.finish(event.reason);
    else throw streamError(this.target.model.provider, event.errorMessage ?? event.reason, this.target.secrets);
  }

  /** Reads the usage. The cost is the gateway's own calculation with its own prices. */
  private readUsage(reported: Usage | undefined): void {
    const { cost, ...counts } = reported ?? {};
    this.assembler.reportUsage(counts);
    if (cost?.totalFromProvider) this.assembler.reportBilledCost(cost.total, cost);
  }
}
