import type { OAuthProviderInterface as OAuthProvider } from "@tau/ai";
import type { OAuthConfig } from "@tau/ai/oauth";

/** Loads the built-in login providers. */
export type LoadLogins = () => Promise<readonly OAuthProvider[]>;

/** A login that the user described in a file. */
export interface ConfiguredLogin {
  readonly id: string;
  readonly name: string;
  readonly config: OAuthConfig;
}

/**
 * Providers that support a login: those registered at run time, those the user described, and the built-in ones. The
 * code of the latter two is loaded on first use.
 */
export class LoginProviders {
  private readonly registered = new Map<string, OAuthProvider>();
  private readonly load: LoadLogins;
  /** Called on each lookup, because the file may have changed. */
  configured: () => readonly ConfiguredLogin[] = () => [];
  private builtIn: Promise<readonly OAuthProvider[]> | undefined;
  private listed: readonly OAuthProvider[] = [];

  constructor(load: LoadLogins = loadBuiltIn) {
    this.load = load;
  }

  register(provider: OAuthProvider): void {
    this.registered.set(provider.id, provider);
  }

  unregister(id: string): void {
    this.registered.delete(id);
  }

  /** Returns the providers that are known without loading anything. */
  listRegistered(): OAuthProvider[] {
    return [...this.registered.values()];
  }

  /** Finds a provider among those that are registered or were listed before. */
  findKnown(id: string): OAuthProvider | undefined {
    return this.registered.get(id) ?? this.listed.find((provider) => provider.id === id);
  }

  async find(id: string): Promise<OAuthProvider | undefined> {
    return (await this.list()).find((provider) => provider.id === id);
  }

  /** Resolves to all providers. If several share an id, the registered one wins, then the described one. */
  async list(): Promise<OAuthProvider[]> {
    const all = [...this.registered.values(), ...(await this.described()), ...(await this.loaded())];
    const byId = Map.groupBy(all, ({ id }) => id);
    const found = [...byId.values()].flatMap((same) => same.slice(0, 1));
    this.listed = found;
    return found;
  }

  private async described(): Promise<OAuthProvider[]> {
    const logins = this.configured();
    if (logins.length === 0) return [];
    const { createOAuthProvider } = await import("@tau/ai/oauth");
    return logins.map(({ id, name, config }) => createOAuthProvider(id, name, config));
  }

  private loaded(): Promise<readonly OAuthProvider[]> {
    this.builtIn ??= this.load();
    return this.builtIn;
  }
}

async function loadBuiltIn(): Promise<readonly OAuthProvider[]> {
  const { getOAuthProviders } = await import("@tau/ai/oauth");
  return getOAuthProviders();
}
