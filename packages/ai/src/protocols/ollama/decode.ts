import { RequestError } from "../../ai-error.ts";
import type { MessageAssembler } from "../../stream/message-assembler.ts";
import { Prose } from "../../stream/prose.ts";
import { cutStreamError } from "../../transport/body/unexpected-body.ts";
import { streamError } from "../../transport/http-error.ts";
import { parseEventData } from "../event-data.ts";
import type { Decoder, DecodeTarget } from "../protocol.ts";

/** Converts the lines of Ollama's chat into blocks. Calls arrive complete, often without an id. */
export class ChatLineDecoder implements Decoder<string> {
  finished = false;
  private readonly assembler: MessageAssembler;
  private readonly target: DecodeTarget;
  private readonly prose: Prose;
  private calls = 0;

  constructor(assembler: MessageAssembler, target: DecodeTarget) {
    this.assembler = assembler;
    this.target = target;
    this.prose = new Prose(assembler);
  }

  accept(line: string): void {
    const { provider } = this.target.model;
    const chunk = parseEventData<ChatLine>(provider, line);
    if (chunk.error) throw streamError(provider, chunk.error, this.target.secrets);
    const { message } = chunk;
    if (message?.thinking) this.prose.open("thinking").append(message.thinking);
    if (message?.content) this.prose.open("text").append(message.content);
    for (const call of message?.tool_calls ?? []) this.readCall(call);
    if (chunk.done) this.finish(chunk);
  }

  end(): void {
    if (!this.finished) throw cutStreamError(this.target.model.provider);
  }

  private readCall({ id, function: called }: WireCall): void {
    this.prose.end();
    const ownId = `call_${this.assembler.message.timestamp}_${this.calls++}`;
    this.assembler.addToolCall(id || ownId, called.name, JSON.stringify(called.arguments ?? {}));
  }

  private finish(chunk: ChatLine): void {
    this.finished = true;
    this.assembler.reportUsage({ input: chunk.prompt_eval_count ?? 0, output: chunk.eval_count ?? 0 });
    const reason = chunk.done_reason ?? "stop";
    this.assembler.reportStopReason(reason);
    if (reason !== "stop" && reason !== "length") {
      const text = `${this.target.model.provider} declined to answer (${reason}). Try again or choose another model.`;
      throw new RequestError(text, { code: "server" });
    }
    this.assembler.finish(reason);
  }
}

interface ChatLine {
  message?: { content?: string; thinking?: string; tool_calls?: WireCall[] };
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
  error?: string;
}

interface WireCall {
  id?: string;
  function: { name: string; arguments?: object };
}
