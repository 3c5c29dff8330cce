import type { SimpleStreamOptions, StreamFunction } from "../../contract/options.ts";
import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { assemble } from "../../stream/assemble.ts";
import { ResponseEventDecoder } from "../openai-responses/decode.ts";
import { fromSimple } from "../openai-responses/request.ts";
import { exchange, type Protocol } from "../protocol.ts";
import { buildRequest, type OpenAICodexResponsesOptions } from "./request.ts";
import { askOverSocket } from "./socket.ts";

const protocol: Protocol<"openai-codex-responses", OpenAICodexResponsesOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new ResponseEventDecoder(assembler, target),
  fromSimple,
};

/** Over server-sent events, or a WebSocket where `transport` asks for one; `auto` falls back if that cannot be had. */
export const stream: StreamFunction<"openai-codex-responses", OpenAICodexResponsesOptions> = (
  model,
  context,
  options = {},
) =>
  assemble(model, options.signal, async (assembler) => {
    const { transport = "sse" } = options;
    if (transport === "sse") return await exchange(protocol, assembler, model, context, options);
    try {
      await askOverSocket(assembler, model, context, options);
    } catch (error) {
      const nothingCame = assembler.message.responseId === undefined && !options.signal?.aborted;
      if (transport !== "auto" || !nothingCame) throw error;
      await exchange(protocol, assembler, model, context, options);
    }
  });

export const streamSimple: StreamFunction<"openai-codex-responses", SimpleStreamOptions> = (
  model,
  context,
  options = {},
) => stream(model, context, fromSimple(model, context, options));
