import {
  type AssistantMessageEventStream,
  type Context,
  type DeferredCancelOptions,
  type DeferredFetchOptions,
  type DeferredHandle,
  getApiProvider,
  lazyStream,
  type Model,
  type ModelsRequestTransforms,
  type ProviderRequestOptions,
  type SimpleStreamOptions,
  type StreamOptions,
  stream,
  streamSimple,
} from "@tau/ai";
import { ModelError } from "./model-error.ts";
import type { ResolvedRequestAuth } from "./request-auth.ts";
import type { ModelRoute } from "./virtual-model.ts";

export interface RequestSource {
  auth(model: Model): Promise<ResolvedRequestAuth>;
  /** Where the model only chooses: the one it chooses. */
  route(model: Model, context: Context, options: SimpleStreamOptions): Promise<ModelRoute | undefined>;
}

/** A request with the credentials of the moment. What goes wrong before it is sent ends the stream like any other failure. */
export function requestSimple(
  source: RequestSource,
  model: Model,
  context: Context,
  options: SimpleStreamOptions & ModelsRequestTransforms = {},
): AssistantMessageEventStream {
  return lazyStream(model, async () => {
    const route = await source.route(model, context, options);
    const { to, ...ready } = await withAuth(source, route?.model ?? model, withLevel(options, route));
    return streamSimple(to, context, ready);
  });
}

/** The same with the protocol's own options. */
export function request(
  source: RequestSource,
  model: Model,
  context: Context,
  options: StreamOptions & ModelsRequestTransforms = {},
): AssistantMessageEventStream {
  return lazyStream(model, async () => {
    const route = await source.route(model, context, options);
    const { to, ...ready } = await withAuth(source, route?.model ?? model, options);
    return stream(to, context, { ...ready });
  });
}

/** The answer that a handle stands for, or `deferred` once more. */
export function requestDeferred(
  source: RequestSource,
  model: Model,
  handle: DeferredHandle,
  options: DeferredFetchOptions & ModelsRequestTransforms = {},
): AssistantMessageEventStream {
  return lazyStream(model, async () => {
    const { to, ...ready } = await withAuth(source, model, options);
    const { fetchDeferred } = getApiProvider(model.api) ?? {};
    if (!fetchDeferred) throw cannotDefer(model);
    return fetchDeferred(to, handle, ready);
  });
}

export async function cancelDeferred(
  source: RequestSource,
  model: Model,
  handle: DeferredHandle,
  options: DeferredCancelOptions & ModelsRequestTransforms = {},
): Promise<void> {
  const { to, ...ready } = await withAuth(source, model, options);
  const protocol = getApiProvider(model.api);
  if (!protocol?.cancelDeferred) throw cannotDefer(model);
  await protocol.cancelDeferred(to, handle, ready);
}

function cannotDefer({ provider, id }: Model): ModelError {
  return new ModelError("unsupported", `${provider}/${id} has no answers that are fetched later.`);
}

/** The options of a request that was handed on, at the level that was chosen for it. */
export function withLevel(options: SimpleStreamOptions, route: ModelRoute | undefined): SimpleStreamOptions {
  if (!route) return options;
  const { reasoning: _, ...rest } = options;
  return route.thinkingLevel === "off" ? rest : { ...rest, reasoning: route.thinkingLevel };
}

async function withAuth<T extends ProviderRequestOptions<Model> & ModelsRequestTransforms>(
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
    to: baseUrl ? { ...model, baseUrl } : model,
  };
}
