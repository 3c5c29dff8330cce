import type { AssistantMessageEventStream, Model, SimpleStreamOptions, Usage } from "@tau/ai";
import type { StreamFn } from "../../contract/config.ts";
import { encodeProxyEvent } from "../../proxy/encode-event.ts";
import { PROXY_PATH, type ProxyRequest } from "../../proxy/wire.ts";
import { ProxyRequestError } from "./proxy-request-error.ts";
import { readProxyRequest } from "./read-request.ts";

export interface ProxyHandlerOptions<TUser = unknown> {
  /** Returns the owner of the token; `undefined` refuses it. */
  readonly authenticate: (token: string) => TUser | undefined | Promise<TUser | undefined>;
  /** Returns the server's own model of that name, with its own address; `undefined` if it offers none. */
  readonly findModel: (
    name: { provider: string; id: string },
    user: TUser,
  ) => Model | undefined | Promise<Model | undefined>;
  readonly streamFn: StreamFn;
  readonly getApiKey?: (provider: string, user: TUser) => string | undefined | Promise<string | undefined>;
  /** Receives the usage of each answer, including failed and aborted ones. */
  readonly onUsage?: (user: TUser, model: Model, usage: Usage) => void;
  /** Receives an error that `onUsage` threw; the answer continues. Default `console.error`. */
  readonly onError?: (error: unknown) => void;
  /** Largest accepted body. Default 32 MB. */
  readonly maxBodyBytes?: number;
}

const DEFAULT_MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Returns the server side of `streamProxy` as a function from `Request` to `Response`. The client names a model; address, headers and key
 * are the server's. When the client disconnects, the request to the model is aborted.
 */
export function createProxyHandler<TUser>(
  options: ProxyHandlerOptions<TUser>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const user = await admit(request, options);
      const wanted = await readProxyRequest(request, options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES);
      return await answer(request, wanted, user, options);
    } catch (error) {
      if (error instanceof ProxyRequestError) return refusal(error);
      throw error;
    }
  };
}

async function admit<TUser>(request: Request, options: ProxyHandlerOptions<TUser>): Promise<TUser> {
  if (!new URL(request.url).pathname.endsWith(PROXY_PATH)) {
    throw new ProxyRequestError("not-found", `There is nothing here. Post to ${PROXY_PATH}.`);
  }
  if (request.method !== "POST") throw new ProxyRequestError("wrong-method", "Use POST.");
  const token = /^Bearer (?<token>\S+)$/i.exec(request.headers.get("authorization") ?? "")?.groups?.token;
  const user = token === undefined ? undefined : await options.authenticate(token);
  if (user === undefined) throw new ProxyRequestError("unauthorized", "The token is missing or not known here.");
  return user;
}

async function answer<TUser>(
  request: Request,
  wanted: ProxyRequest,
  user: TUser,
  options: ProxyHandlerOptions<TUser>,
): Promise<Response> {
  const model = await options.findModel(wanted.model, user);
  if (!model) {
    const { provider, id } = wanted.model;
    throw new ProxyRequestError("unknown-model", `This proxy does not offer ${provider}/${id}.`);
  }
  const apiKey = await options.getApiKey?.(model.provider, user);
  const controller = new AbortController();
  const signal = AbortSignal.any([request.signal, controller.signal]);
  const streamOptions: SimpleStreamOptions = { ...wanted.options, signal, ...(apiKey && { apiKey }) };
  const stream = await options.streamFn(model, wanted.context, streamOptions);
  const { onUsage, onError = (error) => console.error("Proxy:", error) } = options;
  if (onUsage)
    stream
      .result()
      .then(({ usage }) => onUsage(user, model, usage))
      .catch(onError);
  return new Response(toBody(stream, controller), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

/** Encodes one frame per event, when the client is ready for it. */
function toBody(stream: AssistantMessageEventStream, controller: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const events = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(sink) {
      const { done, value } = await events.next();
      if (done) sink.close();
      else sink.enqueue(encoder.encode(`data: ${JSON.stringify(encodeProxyEvent(value))}\n\n`));
    },
    cancel() {
      controller.abort();
    },
  });
}

function refusal(error: ProxyRequestError): Response {
  return Response.json({ error: { message: error.message, code: error.code } }, { status: error.status });
}
