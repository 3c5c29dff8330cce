import {
  type AssistantMessageEventStream,
  type Context,
  lazyStream,
  type Model,
  type SimpleStreamOptions,
  type StreamOptions,
  stream,
  streamSimple,
} from "@tau/ai";
import type { ResolvedRequestAuth } from "./model-registry.ts";

type ResolveAuth = (model: Model) => Promise<ResolvedRequestAuth>;

/** A request with the credentials of the moment. What goes wrong before it is sent ends the stream like any other failure. */
export function requestSimple(
  resolve: ResolveAuth,
  model: Model,
  context: Context,
  options: SimpleStreamOptions = {},
): AssistantMessageEventStream {
  return lazyStream(model, async () => streamSimple(model, context, await withAuth(resolve, model, options)));
}

/** The same with the protocol's own options. */
export function request(
  resolve: ResolveAuth,
  model: Model,
  context: Context,
  options: StreamOptions = {},
): AssistantMessageEventStream {
  return lazyStream(model, async () => stream(model, context, { ...(await withAuth(resolve, model, options)) }));
}

async function withAuth<T extends StreamOptions>(resolve: ResolveAuth, model: Model, options: T): Promise<T> {
  const auth = await resolve(model);
  if (!auth.ok) throw new Error(auth.error);
  const { apiKey, headers } = auth;
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...options,
    headers: { ...headers, ...options.headers },
  };
}
