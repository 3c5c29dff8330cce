import type { Context } from "../../contract/context.ts";
import type { Model } from "../../contract/model.ts";
import { exchangeOverWebSocket } from "../../framing/websocket-messages.ts";
import type { MessageAssembler } from "../../stream/message-assembler.ts";
import { VERSION } from "../../version.ts";
import { ResponseEventDecoder } from "../openai-responses/decode.ts";
import { buildRequest, type OpenAICodexResponsesOptions } from "./request.ts";

const DEFAULT_SILENCE_MS = 300_000;
const DEFAULT_CONNECT_MS = 15_000;

/** The same request as one message over a WebSocket; each event of the answer is a message. */
export async function askOverSocket(
  assembler: MessageAssembler,
  model: Model,
  context: Context,
  options: OpenAICodexResponsesOptions,
): Promise<void> {
  const request = buildRequest(model, context, options);
  const body = (await options.onPayload?.(request.body, model)) ?? request.body;
  const secrets = options.apiKey ? [options.apiKey] : [];
  const decoder = new ResponseEventDecoder(assembler, { model, context, options, secrets });
  const headers = { "user-agent": `tau/${VERSION}`, ...model.headers, ...request.headers, ...options.headers };
  await exchangeOverWebSocket({
    url: request.url.replace(/^http/, "ws"),
    headers: Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
    message: JSON.stringify({ type: "response.create", ...(body as object) }),
    timeoutMs: options.timeoutMs ?? DEFAULT_SILENCE_MS,
    connectTimeoutMs: options.websocketConnectTimeoutMs ?? DEFAULT_CONNECT_MS,
    signal: options.signal,
    accept: (text) => {
      decoder.accept({ event: "message", data: text });
      return decoder.finished;
    },
  });
}
