import type {
  Api,
  AssistantMessageEventStream,
  AuthResolutionOverrides,
  AuthResult,
  Context,
  DeferredAnswers,
  Model,
  ModelCost,
  ProviderClassifier,
  ProviderImages,
  RefreshModelsContext,
  SimpleStreamOptions,
  StreamOptions,
} from "@tau/ai";
import { ownValue } from "@tau/ai";
import type { OAuthProvider } from "../../auth/index.ts";
import { isObject } from "../../json-file/index.ts";
import type { ModelsJsonModel, ModelsJsonModelOverride, ModelsJsonProvider } from "../models-schema.ts";

/** A description of a provider by an extension or by a local server that was found. */
export interface ProviderConfig extends DeferredAnswers {
  name?: string;
  baseUrl?: string;
  apiKey?: string;
  api?: Api;
  headers?: Record<string, string>;
  authHeader?: boolean;
  models?: readonly ProviderModelConfig[];
  /** Credentials that the provider finds itself. */
  requestAuth?: RequestAuthSource;
  /** The provider object that this configuration was read from, if there was one. */
  native?: object;
  streamSimple?: (model: Model, context: Context, options?: SimpleStreamOptions) => AssistantMessageEventStream;
  /** Streams with the protocol's own options. Default: the same as `streamSimple`. */
  stream?: (model: Model, context: Context, options?: StreamOptions) => AssistantMessageEventStream;
  /** Image generators for the provider's models of type `image`, by protocol. */
  images?: Readonly<Record<string, ProviderImages>>;
  /** Classifiers for the provider's models of type `classifier`, by protocol. */
  classifiers?: Readonly<Record<string, ProviderClassifier>>;
  /** Fetches the list of models, which replaces `models`. */
  refreshModels?(context: RefreshModelsContext): Promise<ProviderModelConfig[]>;
  /** The id of the login is the provider's name. */
  oauth?: Omit<OAuthProvider, "id"> & { isSubscription?: boolean; usesCallbackServer?: boolean };
}

export interface RequestAuthSource {
  isConfigured(): boolean;
  /** Resolves to `undefined` if there are no credentials. */
  resolve(overrides?: AuthResolutionOverrides): Promise<AuthResult | undefined>;
}

export type ProviderModelConfig = Pick<Model, "id"> &
  Partial<Omit<Model, "id" | "provider" | "type">> & {
    readonly type?: "chat" | (string & {});
    /** Output types of an image model. */
    readonly output?: ("text" | "image")[];
  };

/** Merges registrations. A later one changes the fields it names and keeps the rest. */
export function mergeConfigs(...configs: readonly ProviderConfig[]): ProviderConfig {
  const named = configs.flatMap((config) => Object.entries(config).filter(([, value]) => value !== undefined));
  return Object.fromEntries(named);
}

/** Applies the extension's configuration over the known models, and the user's models.json over both. */
export function composeModels(
  provider: string,
  known: readonly Model[],
  extension: ProviderConfig | undefined,
  file: ModelsJsonProvider | undefined,
): Model[] {
  const base = extension?.models
    ? extension.models.filter(isChat).map((model) => fromConfig(provider, extension, model, known[0]))
    : [...known];
  const moved =
    extension?.baseUrl && !extension.models
      ? base.map((model) => ({ ...model, baseUrl: extension.baseUrl ?? "" }))
      : base;
  return file ? applyFile(provider, moved, file) : moved;
}

function applyFile(provider: string, known: readonly Model[], file: ModelsJsonProvider): Model[] {
  const { baseUrl, compat, modelOverrides = {}, models = [] } = file;
  const byId = new Map<string, Model>();
  for (const model of known) {
    const changed = {
      ...model,
      ...(baseUrl ? { baseUrl } : {}),
      ...(compat ? { compat: { ...model.compat, ...compat } } : {}),
    };
    byId.set(model.id, changed);
  }
  for (const model of models) byId.set(model.id, fromConfig(provider, file, model, known[0]));
  return [...byId.values()].map((model) => {
    const override = ownValue(modelOverrides, model.id);
    return override ? applyOverride(model, override) : model;
  });
}

/** Merges objects field by field and replaces any other value. Headers are resolved per request, not here. */
function applyOverride(model: Model, { headers: _, ...override }: ModelsJsonModelOverride): Model {
  const result: Record<string, unknown> = { ...model };
  for (const [key, value] of Object.entries(override)) {
    const current = result[key];
    result[key] = NESTED.has(key) ? mergeDeep(current, value) : mergeFields(current, value);
  }
  return result as unknown as Model;
}

/** Nested objects, in which an override may change a single deep value. */
const NESTED: ReadonlySet<string> = new Set(["samplingParamsByThinkingLevel", "inputLimits"]);

function mergeFields(current: unknown, value: unknown): unknown {
  return isObject(value) && isObject(current) ? { ...current, ...value } : value;
}

function mergeDeep(current: unknown, value: unknown): unknown {
  if (!isObject(value) || !isObject(current)) return value;
  const merged: Record<string, unknown> = { ...current };
  for (const [key, inner] of Object.entries(value)) merged[key] = mergeDeep(current[key], inner);
  return merged;
}

type Endpoint = Pick<ProviderConfig, "api" | "baseUrl"> & { readonly compat?: object | undefined };

function fromConfig(
  provider: string,
  endpoint: Endpoint | ModelsJsonProvider,
  config: ModelsJsonModel | ProviderModelConfig,
  sibling?: Model,
): Model {
  const { headers: _, ...fields } = config;
  const compat = { ...("compat" in endpoint ? endpoint.compat : {}), ...config.compat };
  return {
    name: config.id,
    reasoning: false,
    input: ["text"],
    cost: FREE,
    contextWindow: 128_000,
    maxTokens: 16_384,
    ...(fields as Partial<Model>),
    id: config.id,
    provider,
    api: config.api ?? endpoint.api ?? sibling?.api ?? "openai-completions",
    baseUrl: config.baseUrl ?? endpoint.baseUrl ?? sibling?.baseUrl ?? "",
    ...(Object.keys(compat).length > 0 ? { compat } : {}),
  };
}

function isChat({ type = "chat" }: ProviderModelConfig): boolean {
  return type === "chat";
}

export const FREE: ModelCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
