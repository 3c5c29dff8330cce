import {
  type AssistantMessageEventStream,
  type DeferredFetchOptions,
  type DeferredHandle,
  getApiProvider,
  type Model,
  type ModelsRequestTransforms,
} from "@tau/ai";
import { ModelError } from "../model-error.ts";
import { type RequestSource, withAuth } from "./model-request.ts";

export type DeferredOptions = DeferredFetchOptions & ModelsRequestTransforms;

/** Fetches the answer that a handle stands for, which may be `deferred` again. */
export async function fetchDeferred(
  source: RequestSource,
  model: Model,
  handle: DeferredHandle,
  options: DeferredOptions = {},
): Promise<AssistantMessageEventStream> {
  const { to, ...ready } = await withAuth(source, model, options);
  const protocol = source.ownStreams(model) ?? getApiProvider(model.api);
  if (!protocol?.fetchDeferred) throw cannotDefer(model);
  return protocol.fetchDeferred(to, handle, ready);
}

export async function cancelDeferred(
  source: RequestSource,
  model: Model,
  handle: DeferredHandle,
  options: DeferredOptions = {},
): Promise<void> {
  const { to, ...ready } = await withAuth(source, model, options);
  const protocol = source.ownStreams(model) ?? getApiProvider(model.api);
  if (!protocol?.cancelDeferred) throw cannotDefer(model);
  await protocol.cancelDeferred(to, handle, ready);
}

function cannotDefer({ provider, id }: Model): ModelError {
  return new ModelError("unsupported", `${provider}/${id} has no answers that are fetched later.`);
}
