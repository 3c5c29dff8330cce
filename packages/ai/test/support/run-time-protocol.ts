import type { PiMessagesEvent } from "../../src/compat.ts";
import {
  type Api,
  assemble,
  type MessageAssembler,
  type OpenBlock,
  RequestError,
  registerApiProvider,
  ServerSentEvents,
  type StreamFunction,
  send,
} from "../../src/index.ts";

/** A protocol that is not one of ours, made of what the package exports, as an extension would make it. */
export function registerRunTimeProtocol(api: Api): void {
  const stream: StreamFunction = (model, context, options) =>
    assemble(model, options?.signal, async (assembler) => {
      const answer = await send(model, { url: model.baseUrl, headers: {}, body: context }, options);
      const framing = new ServerSentEvents();
      const blocks = new Map<number, OpenBlock>();
      let heard = 0;
      for await (const bytes of answer.body) {
        options?.signal?.throwIfAborted();
        for (const { data } of framing.push(bytes)) {
          heard++;
          const event: PiMessagesEvent = JSON.parse(data);
          await options?.onProviderStreamEvent?.(event, model);
          if (accept(assembler, blocks, event)) return;
        }
      }
      throw new RequestError("The answer is not complete.", { code: heard > 0 ? "network" : "server" });
    });
  registerApiProvider({ api, stream, streamSimple: stream }, "run-time");
}

/** Whether that was the end. */
function accept(assembler: MessageAssembler, blocks: Map<number, OpenBlock>, event: PiMessagesEvent): boolean {
  switch (event.type) {
    case "text_start":
      blocks.set(event.contentIndex, assembler.startText());
      return false;
    case "thinking_start":
      blocks.set(event.contentIndex, assembler.startThinking());
      return false;
    case "toolcall_start":
      blocks.set(event.contentIndex, assembler.startToolCall(event.id, event.toolName));
      return false;
    case "text_delta":
    case "thinking_delta":
    case "toolcall_delta":
      blocks.get(event.contentIndex)?.append(event.delta);
      return false;
    case "thinking_end":
      Object.assign(blocks.get(event.contentIndex)?.content ?? {}, { thinkingSignature: event.contentSignature });
      blocks.get(event.contentIndex)?.end();
      return false;
    case "text_end":
    case "toolcall_end":
      blocks.get(event.contentIndex)?.end();
      return false;
    case "done":
      assembler.reportResponse({ id: event.responseId });
      assembler.reportUsage({ ...event.usage });
      assembler.finish(event.reason);
      return true;
    case "error":
      throw new RequestError(event.errorMessage ?? "failed", { code: "server" });
    default:
      return false;
  }
}
