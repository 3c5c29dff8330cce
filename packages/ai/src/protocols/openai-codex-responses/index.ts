import { RequestError } from "../../ai-error.ts";
import type { SimpleStreamOptions, StreamFunction } from "../../contract/options.ts";
import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { assemble } from "../../stream/assemble.ts";
import { formatThrownValue } from "../../stream/describe-failure.ts";
import { withEnvironmentDefaults } from "../default-options.ts";
import { ResponseEventDecoder } from "../openai-responses/decode.ts";
import { fromSimple } from "../openai-responses/request.ts";
import { exchange, type Protocol } from "../protocol.ts";
import { buildRequest, type OpenAICodexResponsesOptions } from "./request.ts";
import { askOverSocket } from "./socket.ts";
import { giveUpSockets, hasGivenUp } from "./socket-session.ts";
import { countSocket } from "./socket-stats.ts";

const protocol: Protocol<"openai-codex-responses", OpenAICodexResponsesOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new ResponseEventDecoder(assembler, target),
  fromSimple,
};

/**
 * Streams over server-sent events, or over a WebSocket if `transport` asks for one. `auto` and `websocket-cached` fall back to events if
 * the WebSocket fails, and the session then stays with events; `websocket` does not fall back.
 */
export const stream: StreamFunction<"openai-codex-responses", OpenAICodexResponsesOptions> = (
  model,
  context,
  given = {},
) =>
  assemble(model, given.signal, async (assembler) => {
    const options = withEnvironmentDefaults(given);
    const { transport = "sse", sessionId, signal } = options;
    const insists = transport === "websocket";
    if (transport !== "sse" && (insists || !hasGivenUp(sessionId))) {
      try {
        return await askOverSocket(assembler, model, context, options);
      } catch (error) {
        countSocket(sessionId, (stats) => {
          stats.websocketFailures++;
          stats.lastWebSocketError = formatThrownValue(error);
        });
        const nothingCame = assembler.message.responseId === undefined && !signal?.aborted;
        if (insists || !nothingCame || isVerdict(error)) throw error;
        giveUpSockets(sessionId);
      }
      countSocket(sessionId, (stats) => {
        stats.sseFallbacks++;
        stats.websocketFallbackActive = true;
      });
    }
    await exchange(protocol, assembler, model, context, options);
  });

/** Returns whether the error came from the model's server and would be the same over another transport. */
function isVerdict(error: unknown): boolean {
  const code = error instanceof RequestError ? error.details.code : undefined;
  return code === "overflow" || code === "rate-limit";
}

export const streamSimple: StreamFunction<"openai-codex-responses", SimpleStreamOptions> = (
  model,
  context,
  options = {},
) => stream(model, context, fromSimple(model, context, options));
