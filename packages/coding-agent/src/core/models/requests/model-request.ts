import {
  type AssistantMessageEventStream,
  type Context,
  lazyStream,
  type Model,
  type ModelsRequestTransforms,
  type ProviderRequestOptions,
  type ProviderStreamOptions,
  type ProviderStreams,
  type SimpleStreamOptions,
  type StreamOptions,
  stream,
  streamSimple,
} from "@tau/ai";
import type { ModelRoute } from "../virtual/virtual-model.ts";
import type { ResolvedRequestAuth } from "./request-auth.ts";

export type RequestOptions = (StreamOptions | ProviderStreamOptions) & ModelsRequestTransforms;

export interface RequestSource {
  /** Returns the model with its current address. */
  current(model: Model): Model;
  /** Returns the streaming functions that replace the model's protocol, if any. */
  ownStreams(model: Model): ProviderStreams | undefined;
  auth(model: Model): Promise<ResolvedRequestAuth>;
  /** Resolves to the chosen model if `model` is a virtual one. */
  route(model: Model, context: Context, options: SimpleStreamOptions): Promise<ModelRoute | undefined>;
}

/** Sends a request with the current credentials. A failure before it is sent ends the stream like any other failure. */
export function requestSimple(
  source: RequestSource,
  model: Model,
  context: Context,
  options: SimpleStreamOptions & ModelsRequestTransforms = {},
): AssistantMessageEventStream {
  const setup = async () => {
    const route = await source.route(model, context, options);
    const { to, ...ready } = await withAuth(source, route?.model ?? model, withLevel(options, route));
    return (source.ownStreams(to)?.streamSimple ?? streamSimple)(to, context, ready);
  };
  return lazyStream(model, setup, {}, options.signal);
}

/** Does the same with the protocol's own options. */
export function request(
  source: RequestSource,
  model: Model,
  context: Context,
  options: StreamOptions & ModelsRequestTransforms = {},
): AssistantMessageEventStream {
  const setup = async () => {
    const route = await source.route(model, context, options);
    const { to, ...ready } = await withAuth(source, route?.model ?? model, options);
    return (source.ownStreams(to)?.stream ?? stream)(to, context, { ...ready });
  };
  return lazyStream(model, setup, {}, options.signal);
}

/** Returns the options of a routed request, with the thinking level that the route chose. */
export function withLevel(options: SimpleStreamOptions, route: ModelRoute | undefined): SimpleStreamOptions {
  if (!route) return options;
  const { reasoning: _, ...rest } = options;
  return route.thinkingLevel === "off" ? rest : { ...rest, reasoning: route.thinkingLevel };
}

/** Returns the options of a request with the current credentials, and the model at the address that belongs to them. */
export async function withAuth<T extends ProviderRequestOptions<Model> & ModelsRequestTransforms>(
  source: RequestSource,
  model: Model,
  { transformHeaders, ...options }: T,
): Promise<Omit<T, "transformHeaders"> & { to: Model }> {
  const auth = await source.auth(model);
  if (!auth.ok) throw new Error(auth.error);
  const { apiKey, headers, baseUrl, env } = auth;
  const added = { ...headers, ...options.headers };
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(env ? { env } : {}),
    ...options,
    headers: (await transformHeaders?.({ ...model.headers, ...added })) ?? added,
    to: baseUrl ? { ...model, baseUrl } : source.current(model),
  };
}
