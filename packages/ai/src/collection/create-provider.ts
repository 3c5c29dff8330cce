import type { Api, Model } from "../contract/model.ts";
import type { ProviderStreams } from "../contract/options.ts";
import { lazyStream } from "../registry/lazy-api.ts";
import { ModelsError } from "./models-error.ts";
import type { ModelProvider, RefreshModelsContext } from "./types.ts";

export interface CreateProviderOptions<TApi extends Api = Api> {
  id: string;
  name?: string;
  baseUrl?: string;
  headers?: ModelProvider["headers"];
  auth: ModelProvider["auth"];
  models: readonly Model<TApi>[];
  /** Where the list of models can be asked for; it is laid over `models`. */
  fetchModels?: (context: RefreshModelsContext) => Promise<readonly Model<TApi>[]>;
  filterModels?: NonNullable<ModelProvider<TApi>["filterModels"]>;
  /** One protocol for all models, or one for each api they name. */
  api: ProviderStreams | Partial<Record<TApi, ProviderStreams>>;
}

export function createProvider<TApi extends Api = Api>(input: CreateProviderOptions<TApi>): ModelProvider<TApi> {
  const { id, fetchModels } = input;
  let fetched: readonly Model<TApi>[] = [];
  const streamsOf = (model: Model): ProviderStreams => {
    const { api } = input;
    const streams = isStreams(api) ? api : (api as Record<string, ProviderStreams | undefined>)[model.api];
    if (streams) return streams;
    throw new ModelsError(
      "stream",
      `The provider ${id} has no implementation of ${model.api}, which ${model.id} asks for.`,
    );
  };
  return {
    id,
    name: input.name ?? id,
    ...(input.baseUrl !== undefined && { baseUrl: input.baseUrl }),
    ...(input.headers && { headers: input.headers }),
    auth: input.auth,
    getModels: () => overlay(input.models, fetched),
    ...(input.filterModels && { filterModels: input.filterModels }),
    ...(fetchModels && {
      refreshModels: async (context: RefreshModelsContext) => {
        if (context.stored) fetched = context.stored.models as readonly Model<TApi>[];
        if (!context.allowNetwork) return;
        const models = await fetchModels(context);
        await context.publish({
          persist: { models, checkedAt: Date.now() },
          update: () => {
            fetched = models;
          },
        });
      },
    }),
    stream: (model, context, options) =>
      lazyStream(model, async () => streamsOf(model).stream(model, context, options)),
    streamSimple: (model, context, options) =>
      lazyStream(model, async () => streamsOf(model).streamSimple(model, context, options)),
  };
}

function isStreams(api: object): api is ProviderStreams {
  return typeof (api as ProviderStreams).stream === "function";
}

/** What was fetched replaces what has the same id. */
function overlay<TModel extends Model>(base: readonly TModel[], fetched: readonly TModel[]): readonly TModel[] {
  if (fetched.length === 0) return base;
  return [...new Map([...base, ...fetched].map((model) => [model.id, model])).values()];
}
