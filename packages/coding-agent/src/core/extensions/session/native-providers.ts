import { type AuthResult, createModels, type Model, type Provider } from "@tau/ai";
import type { AuthStorage, OAuthProvider } from "../../auth/index.ts";
import type { NativeProvider, ProviderConfig } from "../contract/index.ts";
import { loginInteraction } from "./login-interaction.ts";

/** Providers that extensions bring as one object: how they sign in, what they offer, and how they stream is their own. */
export class NativeProviders {
  private readonly auth: AuthStorage;
  private readonly collection: ReturnType<typeof createModels>;
  /** Asking is asynchronous, lists of models are not: what was found out last. */
  private readonly configured = new Set<string>();

  constructor(auth: AuthStorage) {
    this.auth = auth;
    this.collection = createModels({ credentials: auth as never });
  }

  add(provider: NativeProvider): void {
    if (provider.auth) this.collection.setProvider(provider as unknown as Provider);
    const login = this.login(provider);
    if (login) this.auth.registerOAuthProvider(login);
  }

  remove(id: string): void {
    this.collection.deleteProvider(id);
    this.configured.delete(id);
  }

  /** Whether there are credentials; then, where the list of models is not fixed, which models there are. */
  async update({ id, auth, refreshModels }: NativeProvider, signal: AbortSignal): Promise<void> {
    if (auth) {
      if (await this.collection.checkAuth(id, { signal })) this.configured.add(id);
      else this.configured.delete(id);
    }
    if (!refreshModels) return;
    const { errors } = await this.collection.refresh({ providers: [id], signal });
    const error = errors.get(id);
    if (error) throw error;
  }

  config(provider: NativeProvider): ProviderConfig {
    const { id, name, baseUrl, streamSimple, stream } = provider;
    return {
      ...(name ? { name } : {}),
      ...(baseUrl ? { baseUrl } : {}),
      api: id,
      models: this.models(provider).map((model) => ({ ...model, api: streamSimple ? id : model.api })),
      ...(provider.auth ? { requestAuth: this.requestAuth(id) } : {}),
      ...(streamSimple ? { streamSimple: streamSimple.bind(provider) } : {}),
      ...(stream ? { stream: stream.bind(provider) } : {}),
    };
  }

  private models(provider: NativeProvider): readonly Model[] {
    const models = provider.getModels?.() ?? [];
    return provider.filterModels?.(models, this.auth.get(provider.id)) ?? models;
  }

  private requestAuth(id: string): NonNullable<ProviderConfig["requestAuth"]> {
    return {
      isConfigured: () => this.configured.has(id) || this.auth.has(id),
      resolve: async (): Promise<AuthResult | undefined> => await this.collection.getAuth(id),
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
