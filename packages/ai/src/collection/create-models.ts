import type { Context } from "../contract/context.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";
import type { ProviderStreamOptions, SimpleStreamOptions, StreamOptions } from "../contract/options.ts";
import { lazyStream } from "../registry/lazy-api.ts";
import type { AssistantMessageEventStream } from "../stream/assistant-message-event-stream.ts";
import { defaultProviderAuthContext } from "./api-key-auth.ts";
import { InMemoryCredentialStore } from "./credential-store.ts";
import { ModelsError } from "./models-error.ts";
import { InMemoryModelsStore, type ModelsStore } from "./models-store.ts";
import { refreshProviders } from "./refresh-providers.ts";
import { type AuthSources, checkAuth, resolveAuth } from "./resolve-auth.ts";
import type {
  AuthCheck,
  AuthInteraction,
  AuthOperationOptions,
  AuthResult,
  AuthType,
  CreateModelsOptions,
  Credential,
  ModelProvider,
  ModelsRefreshOptions,
  ModelsRefreshResult,
  ModelsRequestTransforms,
  MutableModels,
} from "./types.ts";

/** An empty collection of providers with its own credentials; nothing in it is global. */
export function createModels(options: CreateModelsOptions = {}): MutableModels {
  return new ProviderCollection(options);
}

class ProviderCollection implements MutableModels {
  private readonly providers = new Map<string, ModelProvider>();
  private readonly sources: AuthSources;
  private readonly store: ModelsStore;

  constructor(options: CreateModelsOptions) {
    this.sources = {
      credentials: options.credentials ?? new InMemoryCredentialStore(),
      context: options.authContext ?? defaultProviderAuthContext(),
    };
    this.store = options.modelsStore ?? new InMemoryModelsStore();
  }

  setProvider(provider: ModelProvider): void {
    this.providers.set(provider.id, provider);
  }

  deleteProvider(id: string): void {
    this.providers.delete(id);
  }

  clearProviders(): void {
    this.providers.clear();
  }

  getProviders(id?: string): readonly ModelProvider[] {
    return [...this.providers.values()].filter((provider) => id === undefined || provider.id === id);
  }

  getProvider(id: string): ModelProvider | undefined {
    return this.providers.get(id);
  }

  getModels(provider?: string): readonly Model[] {
    return this.getProviders(provider).flatMap((each) => each.getModels());
  }

  getModel(provider: string, id: string): Model | undefined {
    return this.getModels(provider).find((model) => model.id === id);
  }

  refresh(options?: ModelsRefreshOptions): Promise<ModelsRefreshResult> {
    return refreshProviders(this.providers, { ...this.sources, store: this.store }, options);
  }

  async checkAuth(id: string, { signal = never() }: AuthOperationOptions = {}): Promise<AuthCheck | undefined> {
    const provider = this.providers.get(id);
    return provider && (await checkAuth(provider, this.sources, signal));
  }

  async getAvailable(id?: string, { signal = never() }: AuthOperationOptions = {}): Promise<readonly Model[]> {
    const lists = await Promise.all(
      this.getProviders(id).map(async (provider) => {
        if (!(await checkAuth(provider, this.sources, signal))) return [];
        const models = provider.getModels();
        const credential = await this.sources.credentials.read(provider.id, { signal });
        return provider.filterModels?.(models, credential) ?? models;
      }),
    );
    return lists.flat();
  }

  async getAuth(
    target: string | Model,
    { signal = never() }: AuthOperationOptions = {},
  ): Promise<AuthResult | undefined> {
    const provider = this.providers.get(typeof target === "string" ? target : target.provider);
    return provider && (await resolveAuth(provider, this.sources, signal));
  }

  async login(id: string, type: AuthType, interaction: AuthInteraction): Promise<Credential> {
    const { auth } = this.require(id);
    const login = type === "oauth" ? auth.oauth?.login : auth.apiKey?.login;
    if (!login) throw new ModelsError("auth", `${id} has no sign-in of the kind ${type}.`);
    const credential = await login(interaction);
    await this.sources.credentials.modify(id, async () => credential);
    return credential;
  }

  logout(id: string, options?: AuthOperationOptions): Promise<void> {
    return this.sources.credentials.delete(id, options);
  }

  stream(model: Model, context: Context, given?: ProviderStreamOptions): AssistantMessageEventStream {
    return lazyStream(model, async () => {
      const { provider, target, options } = await this.prepare(model, given);
      return provider.stream(target, context, options);
    });
  }

  streamSimple(
    model: Model,
    context: Context,
    given?: SimpleStreamOptions & ModelsRequestTransforms,
  ): AssistantMessageEventStream {
    return lazyStream(model, async () => {
      const { provider, target, options } = await this.prepare(model, given);
      return provider.streamSimple(target, context, options);
    });
  }

  complete(model: Model, context: Context, options?: ProviderStreamOptions): Promise<AssistantMessage> {
    return this.stream(model, context, options).result();
  }

  completeSimple(model: Model, context: Context, options?: SimpleStreamOptions): Promise<AssistantMessage> {
    return this.streamSimple(model, context, options).result();
  }

  /** A request with the credentials of its provider; what the caller gives stands above them. */
  private async prepare<TOptions extends StreamOptions & ModelsRequestTransforms>(
    model: Model,
    given: TOptions | undefined,
  ) {
    const provider = this.require(model.provider);
    const found = await resolveAuth(provider, this.sources, given?.signal ?? never());
    if (!found && !given?.apiKey) {
      throw new ModelsError("auth", `${provider.name} is not configured. Sign in or set a key.`);
    }
    const baseUrl = found?.auth.baseUrl;
    return {
      provider,
      target: baseUrl ? { ...model, baseUrl } : model,
      options: await authorized(provider, model, found, given),
    };
  }

  private require(id: string): ModelProvider {
    const provider = this.providers.get(id);
    if (provider) return provider;
    throw new ModelsError("provider", `There is no provider ${id} in this collection.`);
  }
}

async function authorized<TOptions extends StreamOptions & ModelsRequestTransforms>(
  provider: ModelProvider,
  model: Model,
  found: AuthResult | undefined,
  given: TOptions | undefined,
): Promise<TOptions> {
  const added = { ...provider.headers, ...found?.auth.headers, ...given?.headers };
  const headers = (await given?.transformHeaders?.({ ...model.headers, ...added })) ?? added;
  const env = { ...found?.env, ...given?.env };
  const apiKey = given?.apiKey ?? found?.auth.apiKey;
  return { ...given, headers, env, ...(apiKey !== undefined && { apiKey }) } as TOptions;
}

function never(): AbortSignal {
  return new AbortController().signal;
}
