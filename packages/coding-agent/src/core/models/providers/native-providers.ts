import {
  type AuthCheck,
  type AuthOperationOptions,
  type AuthResolutionOverrides,
  type AuthResult,
  createModels,
  type Model,
  type ModelProvider,
  type ModelsRefreshOptions,
  type ModelsRefreshResult,
  type ModelsStore,
  type ProviderModel,
} from "@tau/ai";
import type { AuthStorage, OAuthProvider } from "../../auth/index.ts";
import { loginInteraction } from "../../auth/login-interaction.ts";
import type { ProviderConfig, ProviderModelConfig } from "./compose-provider.ts";

/** A provider as one object that brings its own login, models and streaming. */
export type NativeProvider = Pick<ModelProvider, "id"> & Partial<ModelProvider>;

export class NativeProviders {
  private readonly auth: AuthStorage;
  private readonly collection: ReturnType<typeof createModels>;
  private readonly registered = new Map<string, NativeProvider>();
  /** Providers last found to have credentials. Cached, because the check is asynchronous and the model lists are not. */
  private readonly configured = new Set<string>();

  constructor(auth: AuthStorage, modelsStore: ModelsStore) {
    this.auth = auth;
    this.collection = createModels({ credentials: auth as never, modelsStore });
  }

  add(provider: NativeProvider): void {
    this.registered.set(provider.id, provider);
    if (provider.auth) this.collection.setProvider(provider as unknown as ModelProvider);
    const login = this.login(provider);
    if (login) this.auth.registerOAuthProvider(login);
  }

  remove(id: string): void {
    this.registered.delete(id);
    this.collection.deleteProvider(id);
    this.configured.delete(id);
  }

  get(id: string): NativeProvider | undefined {
    return this.registered.get(id);
  }

  ids(): string[] {
    return [...this.registered.keys()];
  }

  async checkAuth(id: string, options?: AuthOperationOptions): Promise<AuthCheck | undefined> {
    const found = await this.collection.checkAuth(id, options);
    if (found) this.configured.add(id);
    else this.configured.delete(id);
    return found;
  }

  /** Checks whether there are credentials and, if the list of models is not fixed, fetches it. */
  async update(id: string, options: ModelsRefreshOptions = {}): Promise<ModelsRefreshResult> {
    const { auth, refreshModels } = this.registered.get(id) ?? {};
    if (auth) await this.checkAuth(id, options);
    return refreshModels ? await this.collection.refresh({ ...options, providers: [id] }) : UNCHANGED;
  }

  config(provider: NativeProvider): ProviderConfig {
    const { id, name, baseUrl, streamSimple, stream, generateImages, classify } = provider;
    const { fetchDeferred, cancelDeferred } = provider;
    const others = (provider.getAllModels?.() ?? []).filter(({ type = "chat" }) => type !== "chat");
    const chat = this.models(provider).map((model) => ({ ...model, api: streamSimple ? id : model.api }));
    return {
      ...(name ? { name } : {}),
      ...(baseUrl ? { baseUrl } : {}),
      api: id,
      native: provider,
      models: [...chat, ...others] as ProviderModelConfig[],
      ...(provider.auth ? { requestAuth: this.requestAuth(id) } : {}),
      ...(streamSimple ? { streamSimple: streamSimple.bind(provider) } : {}),
      ...(stream ? { stream: stream.bind(provider) } : {}),
      ...(fetchDeferred ? { fetchDeferred: fetchDeferred.bind(provider) } : {}),
      ...(cancelDeferred ? { cancelDeferred: cancelDeferred.bind(provider) } : {}),
      ...(generateImages ? { images: byProtocol(others, { generateImages: generateImages.bind(provider) }) } : {}),
      ...(classify ? { classifiers: byProtocol(others, { classify: classify.bind(provider) }) } : {}),
    };
  }

  private models(provider: NativeProvider): readonly Model[] {
    const models = provider.getModels?.() ?? [];
    return provider.filterModels?.(models, this.auth.get(provider.id)) ?? models;
  }

  private requestAuth(id: string): NonNullable<ProviderConfig["requestAuth"]> {
    return {
      isConfigured: () => this.configured.has(id) || this.auth.has(id),
      resolve: async (overrides?: AuthResolutionOverrides): Promise<AuthResult | undefined> =>
        await this.collection.getAuth(id, overrides),
    };
  }

  private login({ id, auth }: NativeProvider): OAuthProvider | undefined {
    const { oauth, apiKey } = auth ?? {};
    const begin = oauth ? oauth.login.bind(oauth) : apiKey?.login?.bind(apiKey);
    const name = oauth?.name ?? apiKey?.name ?? id;
    if (!begin) return undefined;
    return {
      id,
      name,
      login: async (callbacks) => (await begin(loginInteraction(callbacks))) as never,
      refreshToken: async (credentials, signal = new AbortController().signal) =>
        (await oauth?.refresh({ ...credentials, type: "oauth" }, signal)) ?? credentials,
      getApiKey: ({ access }) => access,
    };
  }
}

function byProtocol<T>(models: readonly ProviderModel[], answers: T): Readonly<Record<string, T>> {
  return Object.fromEntries(models.map(({ api }) => [api, answers]));
}

const UNCHANGED: ModelsRefreshResult = { aborted: false, errors: new Map() };
