import { RequestError } from "../../ai-error.ts";
import type { Context } from "../../contract/context.ts";
import type { Model } from "../../contract/model.ts";
import type { MessageAssembler } from "../../stream/message-assembler.ts";
import { requestText } from "../../transport/body/request-text.ts";
import { nodeModules } from "../../transport/connection/node-modules.ts";
import { type NodeWebSocket, openWebSocket } from "../../transport/connection/node-websocket.ts";
import { secretsIn } from "../../transport/mask-secrets.ts";
import { requestHeaders } from "../../transport/send.ts";
import { unlessAborted } from "../../transport/unless-aborted.ts";
import { ResponseEventDecoder } from "../openai-responses/decode.ts";
import { grammarInputs } from "../openai-responses/grammar-tool.ts";
import { inputItems } from "../openai-responses/input-items.ts";
import { buildRequest, type OpenAICodexResponsesOptions } from "./request.ts";
import { converse } from "./socket-converse.ts";
import { keepSocket, type SocketSession, takeSocket } from "./socket-session.ts";
import { countRequest, countSocket } from "./socket-stats.ts";

const CONNECT_TIMEOUT_MS = 15_000;

/** The request as a WebSocket message, without the fields of other transports. */
interface SocketRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown> & { input: readonly unknown[] };
}

/**
 * Sends the request as one message over a WebSocket; each event of the answer is a message. A session keeps its connection for the next
 * turn and, if `transport` asks for the cache, then sends only new items, because the server remembers the rest.
 */
export async function askOverSocket(
  assembler: MessageAssembler,
  model: Model,
  context: Context,
  options: OpenAICodexResponsesOptions,
): Promise<void> {
  const request = await socketRequest(model, context, options);
  const sessionId = options.cacheRetention === "none" ? undefined : options.sessionId;
  const identity = JSON.stringify([request.url, request.headers.authorization]);
  const kept = sessionId ? takeSocket(sessionId, identity) : undefined;
  const ask = (session: SocketSession) =>
    exchange(session, request, { assembler, model, context, options }, () => {
      if (sessionId) keepSocket(sessionId, session);
      else session.socket.close();
    });
  const fresh = async (): Promise<SocketSession> => {
    const socket = await open(request, model, options);
    countSocket(options.sessionId, (stats) => stats.connectionsCreated++);
    return { socket, identity };
  };
  if (!kept) return await ask(await fresh());
  countSocket(options.sessionId, (stats) => stats.connectionsReused++);
  try {
    await ask(kept);
  } catch (error) {
    // A kept connection may have died, or the server may have lost its state: repeat the whole request on a new connection.
    if (assembler.message.responseId !== undefined || options.signal?.aborted) throw error;
    await ask(await fresh());
  }
}

interface Asked {
  readonly assembler: MessageAssembler;
  readonly model: Model;
  readonly context: Context;
  readonly options: OpenAICodexResponsesOptions;
}

async function exchange(
  session: SocketSession,
  request: SocketRequest,
  asked: Asked,
  release: () => void,
): Promise<void> {
  const { assembler, model, options } = asked;
  const { input, ...rest } = request.body;
  const frame = JSON.stringify(rest);
  const items = input.map((item) => JSON.stringify(item));
  const known = options.transport === "websocket-cached" ? knownItems(session, frame, items) : 0;
  const continuation = known > 0 && session.last ? { previous_response_id: session.last.responseId } : {};
  const message = { type: "response.create", ...rest, ...continuation, input: input.slice(known) };
  countRequest(options, {
    isStored: rest.store === true,
    items: input.length,
    known,
    previous: session.last?.responseId,
  });
  session.last = undefined;
  const secrets = secretsIn(request.headers);
  const grammars = grammarInputs(model, asked.context);
  const decoder = new ResponseEventDecoder(assembler, { ...asked, secrets });
  // Synchronous: the caller may start the next turn as soon as the answer is complete.
  const complete = () => {
    const { responseId } = assembler.message;
    const answer = inputItems(model, [assembler.message], grammars).map((item) => JSON.stringify(item));
    if (responseId) session.last = { responseId, frame, items: [...items, ...answer] };
    release();
  };
  await converse(session.socket, requestText(message), request.url, {
    decoder,
    complete,
    options,
    model,
    secrets,
  }).catch((error) => {
    session.socket.close();
    throw error;
  });
}

/** Returns how many of the first items the server already has; 0 if anything before them differs. */
function knownItems({ last }: SocketSession, frame: string, items: readonly string[]): number {
  if (!last || last.frame !== frame || items.length <= last.items.length) return 0;
  return last.items.every((item, index) => item === items[index]) ? last.items.length : 0;
}

async function socketRequest(
  model: Model,
  context: Context,
  options: OpenAICodexResponsesOptions,
): Promise<SocketRequest> {
  const request = buildRequest(model, context, options);
  const payload = (await unlessAborted(options.onPayload?.(request.body, model), options.signal)) ?? request.body;
  const { stream: _stream, ...body } = payload as SocketRequest["body"];
  return { url: request.url, headers: requestHeaders(model, request, options), body };
}

async function open(
  request: SocketRequest,
  model: Model,
  options: OpenAICodexResponsesOptions,
): Promise<NodeWebSocket> {
  const node = nodeModules();
  if (!node) throw new RequestError("This host has no WebSocket that takes headers.", { code: "invalid-request" });
  const { signal, env, ca, websocketConnectTimeoutMs: timeoutMs = CONNECT_TIMEOUT_MS } = options;
  const { accept: _accept, "content-type": _type, ...headers } = request.headers;
  return await openWebSocket(
    { url: request.url, headers, signal, env, ca },
    { node, provider: model.provider, timeoutMs },
  );
}
