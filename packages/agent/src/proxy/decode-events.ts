import { type AssistantMessage, type MessageAssembler, type OpenBlock, RequestError, type ToolCall } from "@tau/ai";
import type { ProxyAssistantMessageEvent } from "./wire.ts";

type BlockEvent = Extract<ProxyAssistantMessageEvent, { contentIndex: number }>;
type EndEvent = Extract<ProxyAssistantMessageEvent, { type: "done" | "error" }>;

/** Rebuilds the answer from its deltas, with the same assembler that a direct stream uses. */
export class ProxyEventDecoder {
  finished = false;
  private readonly blocks = new Map<number, OpenBlock>();
  private readonly assembler: MessageAssembler;

  constructor(assembler: MessageAssembler) {
    this.assembler = assembler;
  }

  accept(event: ProxyAssistantMessageEvent): void {
    switch (event.type) {
      case "start":
        break;
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
        this.open(event).append(event.delta);
        break;
      case "text_end":
      case "thinking_end":
        sign(this.open(event).content, event);
        this.open(event).end();
        break;
      case "toolcall_end":
        this.endToolCall(this.open(event), event.toolCall);
        break;
      case "done":
      case "error":
        this.finish(event);
        break;
    }
  }

  private finish(event: EndEvent): void {
    this.finished = true;
    const { message } = this.assembler;
    Object.assign(message, event.details);
    message.usage = event.usage;
    if (event.type === "done") {
      this.assembler.finish(event.reason);
      return;
    }
    const code = event.reason === "aborted" ? "aborted" : (event.error?.code ?? "server");
    throw new RequestError(event.errorMessage ?? "The proxy gave no reason.", { ...event.error, code });
  }

  private endToolCall(block: OpenBlock, toolCall: ToolCall): void {
    const { arguments: args, type: _type, ...fields } = toolCall;
    Object.assign(block.content, fields);
    block.end();
    // Use the server's arguments, which also exist if it sent no deltas.
    if (block.content.type === "toolCall") block.content.arguments = args;
  }

  private open({ contentIndex, type }: BlockEvent): OpenBlock {
    const block = this.blocks.get(contentIndex);
    if (block) return block;
    throw new RequestError(`The proxy sent ${type} for block ${contentIndex}, which it never started.`, {
      code: "server",
    });
  }
}

type Signed = Extract<ProxyAssistantMessageEvent, { type: "text_end" | "thinking_end" }>;

function sign(content: AssistantMessage["content"][number], event: Signed): void {
  if (content.type === "text" && event.contentSignature !== undefined) content.textSignature = event.contentSignature;
  if (content.type !== "thinking") return;
  if (event.contentSignature !== undefined) content.thinkingSignature = event.contentSignature;
  if (event.type === "thinking_end" && event.redacted) content.redacted = true;
}
