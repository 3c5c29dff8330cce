import type { ClassifierApi, ProviderClassifier } from "../contract/classifier.ts";
import type { ImageApi, ProviderImages } from "../contract/images.ts";
import type { Api, Model } from "../contract/model.ts";
import type { ProviderStreams } from "../contract/options.ts";
import { isModelType } from "../models/compare-models.ts";
import { ownValue } from "../own-value.ts";
import { lazyStream } from "../registry/lazy-api.ts";
import { failedClassification, failedImages } from "./failed-operation.ts";
import { ModelsError } from "./models-error.ts";
import type { ModelProvider, ProviderModel, RefreshModelsContext } from "./types.ts";

export interface CreateProviderOptions<TApi extends Api = Api> {
  id: string;
  name?: string;
  baseUrl?: string;
  headers?: ModelProvider["headers"];
  auth: ModelProvider["auth"];
  /** Models of every kind. */
  models: readonly ProviderModel<TApi>[];
  /** Fetches the list of models, which is merged into `models`. */
  fetchModels?: (context: RefreshModelsContext) => Promise<readonly ProviderModel<TApi>[]>;
  filterModels?: NonNullable<ModelProvider<TApi>["filterModels"]>;
  filterAllModels?: NonNullable<ModelProvider<TApi>["filterAllModels"]>;
  /** One protocol for all models, or one for each api they name. */
  api?: ProviderStreams | Partial<Record<TApi, ProviderStreams>>;
  /** Implementations by the api of image models. */
  images?: Partial<Record<ImageApi, ProviderImages>>;
  /** Implementations by the api of classifiers. */
  classifiers?: Partial<Record<ClassifierApi, ProviderClassifier>>;
}

export function createProvider<TApi extends Api = Api>(input: CreateProviderOptions<TApi>): ModelProvider<TApi> {
  const { id, images = {}, classifiers = {} } = input;
  const hasAny = [input.api, images, classifiers].some((part) => Object.values(part ?? {}).some(Boolean));
  if (!hasAny) throw new ModelsError("provider", `The provider ${id} implements nothing: give it an api.`);
  const list = createList(input);
  return {
    id,
    name: input.name ?? id,
    ...(input.baseUrl !== undefined && { baseUrl: input.baseUrl }),
    ...(input.headers && { headers: input.headers }),
    auth: input.auth,
    ...list,
    ...(input.filterModels && { filterModels: input.filterModels }),
    ...(input.filterAllModels && { filterAllModels: input.filterAllModels }),
    ...createStreams(input),
    ...(input.images && {
      generateImages: async (model, context, options) =>
        (await ownValue(images, model.api)?.generateImages(model, context, options)) ??
        failedImages(model, missing(id, model)),
    }),
    ...(input.classifiers && {
      classify: async (model, context, options) =>
        (await ownValue(classifiers, model.api)?.classify(model, context, options)) ??
        failedClassification(model, missing(id, model)),
    }),
  };
}

type ModelList<TApi extends Api> = Pick<ModelProvider<TApi>, "getModels" | "getAllModels" | "refreshModels">;

function createList<TApi extends Api>({ models, fetchModels }: CreateProviderOptions<TApi>): ModelList<TApi> {
  let fetched: readonly ProviderModel<TApi>[] = [];
  const getAllModels = () => overlay(models, fetched);
  return {
    getModels: () => getAllModels().filter((model): model is Model<TApi> => isModelType(model, "chat")),
    getAllModels,
    ...(fetchModels && {
      refreshModels: async (context: RefreshModelsContext) => {
        if (context.stored) fetched = context.stored.models as readonly ProviderModel<TApi>[];
        if (!context.allowNetwork) return;
        const newest = await fetchModels(context);
        await context.publish({
          persist: { models: newest, checkedAt: Date.now() },
          update: () => {
            fetched = newest;
          },
        });
      },
    }),
  };
}

function createStreams<TApi extends Api>({ id, api = {} }: CreateProviderOptions<TApi>): ProviderStreams {
  const byApi = api as Record<string, ProviderStreams | undefined>;
  const streamsOf = (model: Model): ProviderStreams => {
    const streams = isStreams(api) ? api : ownValue(byApi, model.api);
    if (streams) return streams;
    throw missing(id, model);
  };
  const all = isStreams(api) ? [api] : Object.values(byApi);
  return {
    stream: (model, context, options) =>
      lazyStream(model, async () => streamsOf(model).stream(model, context, options)),
    streamSimple: (model, context, options) =>
      lazyStream(model, async () => streamsOf(model).streamSimple(model, context, options)),
    ...(all.some((streams) => streams?.fetchDeferred) && {
      fetchDeferred: (model, handle, options) =>
        lazyStream(model, async () => {
          const { fetchDeferred } = streamsOf(model);
          if (!fetchDeferred) throw missing(id, model);
          return fetchDeferred(model, handle, options);
        }),
    }),
    ...(all.some((streams) => streams?.cancelDeferred) && {
      cancelDeferred: async (model, handle, options) => {
        const { cancelDeferred } = streamsOf(model);
        if (!cancelDeferred) throw missing(id, model);
        await cancelDeferred(model, handle, options);
      },
    }),
  };
}

function missing(id: string, model: ProviderModel): ModelsError {
  return new ModelsError(
    "stream",
    `The provider ${id} has no implementation of ${model.api}, which ${model.id} asks for.`,
  );
}

function isStreams(api: object): api is ProviderStreams {
  return typeof (api as ProviderStreams).stream === "function";
}

/** Merges the lists: a fetched model replaces the one of the same id and type. */
function overlay<TModel extends ProviderModel>(base: readonly TModel[], fetched: readonly TModel[]): readonly TModel[] {
  if (fetched.length === 0) return base;
  const key = ({ type = "chat", id }: TModel) => `${type} ${id}`;
  return [...new Map([...base, ...fetched].map((model) => [key(model), model])).values()];
}
