import { RequestError } from "../../ai-error.ts";
import type { TextContent, ThinkingContent } from "../../contract/messages.ts";
import type { ServerSentEvent } from "../../framing/server-sent-events.ts";
import type { MessageAssembler } from "../../stream/message-assembler.ts";
import { Prose } from "../../stream/prose.ts";
import { cutStreamError } from "../../transport/body/unexpected-body.ts";
import { streamError } from "../../transport/http-error.ts";
import { parseEventData } from "../event-data.ts";
import type { Decoder, DecodeTarget } from "../protocol.ts";

/** Converts the chunks of `streamGenerateContent` into blocks. Calls arrive complete, so each has one start, delta and end. */
export class GenerateContentDecoder implements Decoder<ServerSentEvent> {
  readonly finished = false;
  private readonly assembler: MessageAssembler;
  private readonly target: DecodeTarget;
  private readonly prose: Prose;
  private finishReason: string | undefined;
  private calls = 0;

  constructor(assembler: MessageAssembler, target: DecodeTarget) {
    this.assembler = assembler;
    this.target = target;
    this.prose = new Prose(assembler);
  }

  accept({ data }: ServerSentEvent): void {
    const { provider } = this.target.model;
    const chunk = parseEventData<Chunk>(provider, data);
    if (chunk.error) throw streamError(provider, chunk.error, this.target.secrets);
    this.assembler.reportResponse({ id: chunk.responseId, model: chunk.modelVersion });
    if (chunk.usageMetadata) this.readUsage(chunk.usageMetadata);
    const blocked = chunk.promptFeedback?.blockReason;
    if (blocked) throw this.refusal(`the prompt (${blocked})`);
    const [candidate] = chunk.candidates ?? [];
    for (const part of candidate?.content?.parts ?? []) this.readPart(part);
    if (candidate?.finishReason) this.finishReason = candidate.finishReason;
  }

  end(): void {
    const { model } = this.target;
    const reason = this.finishReason;
    if (!reason) throw cutStreamError(model.provider);
    this.assembler.reportStopReason(reason);
    if (reason === "MALFORMED_FUNCTION_CALL" || reason === "OTHER") {
      throw new RequestError(`${model.provider} ended the answer with ${reason}. Try again.`, { code: "server" });
    }
    if (reason !== "STOP" && reason !== "MAX_TOKENS") throw this.refusal(`the answer (${reason})`);
    this.assembler.finish(reason === "STOP" ? "stop" : "length");
  }

  private readPart(part: Part): void {
    if (part.functionCall) this.readCall(part.functionCall, part.thoughtSignature);
    else if (part.text) this.prose.open(part.thought ? "thinking" : "text").append(part.text);
    const { current } = this.prose;
    if (!part.functionCall && part.thoughtSignature && current) sign(current.content, part.thoughtSignature);
  }

  private readCall({ id, name, args }: FunctionCall, signature: string | undefined): void {
    this.prose.end();
    const ownId = `${name}_${this.assembler.message.timestamp}_${this.calls++}`;
    const call = this.assembler.startToolCall(id || ownId, name);
    if (signature) call.content.thoughtSignature = signature;
    call.append(JSON.stringify(args ?? {}));
    call.end();
  }

  private readUsage(usage: UsageMetadata): void {
    const cacheRead = usage.cachedContentTokenCount ?? 0;
    const reasoning = usage.thoughtsTokenCount;
    this.assembler.reportUsage({
      input: Math.max(0, (usage.promptTokenCount ?? 0) - cacheRead) + (usage.toolUsePromptTokenCount ?? 0),
      output: (usage.candidatesTokenCount ?? 0) + (reasoning ?? 0),
      cacheRead,
      ...(reasoning !== undefined && { reasoning }),
    });
  }

  private refusal(what: string): RequestError {
    const text = `${this.target.model.provider} blocked ${what}. Rephrase the request or choose another model.`;
    return new RequestError(text, { code: "invalid-request" });
  }
}

function sign(content: TextContent | ThinkingContent, signature: string): void {
  if (content.type === "text") content.textSignature = signature;
  else content.thinkingSignature = signature;
}

interface Chunk {
  responseId?: string;
  modelVersion?: string;
  candidates?: { content?: { parts?: Part[] }; finishReason?: string }[];
  usageMetadata?: UsageMetadata;
  promptFeedback?: { blockReason?: string };
  error?: unknown;
}

interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: FunctionCall;
}

interface FunctionCall {
  id?: string;
  name: string;
  args?: object;
}

interface UsageMetadata {
  promptTokenCount?: number;
  candidatesTokenCount?: number;
  thoughtsTokenCount?: number;
  cachedContentTokenCount?: number;
  toolUsePromptTokenCount?: number;
}
