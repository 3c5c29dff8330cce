import {
  type AssistantMessageEventStream,
  assemble,
  type Context,
  type Model,
  RequestError,
  ServerSentEvents,
  send,
} from "@tau/ai";
import { ProxyEventDecoder } from "./decode-events.ts";
import {
  PROXY_PATH,
  type ProxyAssistantMessageEvent,
  type ProxyRequest,
  type ProxySerializableStreamOptions,
  type ProxyStreamOptions,
  travellingOptions,
} from "./wire.ts";

/** A stream function for programs without keys: a server calls the model and sends back the deltas. */
export function streamProxy(model: Model, context: Context, options: ProxyStreamOptions): AssistantMessageEventStream {
  return assemble(model, options.signal, async (assembler) => {
    const { body, progressed } = await send(proxyAsModel(model), toHttpRequest(model, context, options), {
      ...(options.signal && { signal: options.signal }),
      ...(options.fetch && { fetch: options.fetch }),
      ...(options.maxRetries !== undefined && { maxRetries: options.maxRetries }),
    });
    progressed?.();
    const frames = new ServerSentEvents();
    const decoder = new ProxyEventDecoder(assembler);
    for await (const bytes of body) {
      options.signal?.throwIfAborted();
      for (const { data } of frames.push(bytes)) {
        decoder.accept(parseEvent(data));
        progressed?.();
      }
      if (decoder.finished) return;
    }
    options.signal?.throwIfAborted();
    throw new RequestError("The proxy closed the stream before the answer was complete.", { code: "network" });
  });
}

/** Names the server for error messages, and drops the model's own headers, which may contain keys. */
function proxyAsModel(model: Model): Model {
  const { headers: _headers, ...rest } = model;
  return { ...rest, provider: "The proxy" };
}

function toHttpRequest(model: Model, context: Context, options: ProxyStreamOptions) {
  const body: ProxyRequest = {
    model: { provider: model.provider, id: model.id, api: model.api },
    context: { ...context, ...(context.tools && { tools: context.tools.map(declaration) }) },
    options: serializable(options),
  };
  return {
    url: options.proxyUrl.replace(/\/+$/, "") + PROXY_PATH,
    headers: { authorization: `Bearer ${options.authToken}` },
    body,
  };
}

/** Tools are sent only with the fields that the model sees. */
function declaration({ name, description, parameters }: NonNullable<Context["tools"]>[number]) {
  return { name, description, parameters };
}

const CREDENTIAL_HEADER = /^(?:authorization|proxy-authorization|cookie|.*api-?key)$/i;

/** Picks the options that are sent. Other fields of the caller's object, such as keys, are not sent. */
function serializable(options: ProxyStreamOptions): ProxySerializableStreamOptions {
  const picked = travellingOptions(options);
  if (picked.headers) {
    const kept = Object.entries(picked.headers).filter(([name]) => !CREDENTIAL_HEADER.test(name));
    picked.headers = Object.fromEntries(kept);
  }
  return picked;
}

function parseEvent(data: string): ProxyAssistantMessageEvent {
  try {
    return JSON.parse(data) as ProxyAssistantMessageEvent;
  } catch (error) {
    throw new RequestError("The proxy sent something that is not an event.", { code: "server", cause: error });
  }
}
