import { AiError } from "../ai-error.ts";
import type { Api, Model } from "../contract/model.ts";
import type { DeferredAnswers, SimpleStreamOptions, StreamFunction, StreamOptions } from "../contract/options.ts";
import { builtInApiProviders } from "./built-in-apis.ts";

/** The implementation of one wire protocol. */
export interface ApiProvider<TApi extends Api = Api, TOptions extends StreamOptions = StreamOptions>
  extends DeferredAnswers {
  api: TApi;
  stream: StreamFunction<TApi, TOptions>;
  streamSimple: StreamFunction<TApi, SimpleStreamOptions>;
}

export type RegisteredApiProvider = ApiProvider<Api, StreamOptions>;

interface Registration {
  readonly provider: RegisteredApiProvider;
  readonly sourceId: string | undefined;
}

/** Filled with the built-in protocols on first use, so that importing this module has no side effect. */
let registrations: Map<Api, Registration> | undefined;

/** Registers a protocol; the last registration of an api wins. `sourceId` lets an extension remove all its registrations. */
export function registerApiProvider<TApi extends Api, TOptions extends StreamOptions>(
  provider: ApiProvider<TApi, TOptions>,
  sourceId?: string,
): void {
  entries().set(provider.api, { provider: guardApi(provider), sourceId });
}

export function getApiProvider(api: Api): RegisteredApiProvider | undefined {
  return entries().get(api)?.provider;
}

export function getApiProviders(): RegisteredApiProvider[] {
  return [...entries().values()].map(({ provider }) => provider);
}

export function unregisterApiProviders(sourceId: string): void {
  for (const [api, registration] of entries()) {
    if (registration.sourceId === sourceId) entries().delete(api);
  }
}

export function clearApiProviders(): void {
  registrations = new Map();
}

export function resetApiProviders(): void {
  registrations = undefined;
}

/** Registers the built-in protocols (again) and leaves others unchanged. */
export function registerBuiltInApiProviders(): void {
  for (const provider of builtInApiProviders()) registerApiProvider(provider);
}

function entries(): Map<Api, Registration> {
  if (registrations === undefined) {
    registrations = new Map();
    registerBuiltInApiProviders();
  }
  return registrations;
}

/** Throws for a model of another protocol, which is a bug of the caller, before anything is sent. */
function guardApi<TApi extends Api, TOptions extends StreamOptions>(
  provider: ApiProvider<TApi, TOptions>,
): RegisteredApiProvider {
  const checked = (model: Model): Model<TApi> => {
    if (model.api !== provider.api) {
      throw new AiError(`Mismatched api: ${model.api} expected ${provider.api}`, { code: "mismatched-api" });
    }
    return model as Model<TApi>;
  };
  const { fetchDeferred, cancelDeferred } = provider;
  return {
    api: provider.api,
    ...(fetchDeferred && {
      fetchDeferred: (model, handle, options) => fetchDeferred.call(provider, checked(model), handle, options),
    }),
    ...(cancelDeferred && {
      cancelDeferred: (model, handle, options) => cancelDeferred.call(provider, checked(model), handle, options),
    }),
    stream: (model, context, options) => provider.stream(checked(model), context, options as TOptions | undefined),
    streamSimple: (model, context, options) => provider.streamSimple(checked(model), context, options),
  };
}
