import type { OAuthProvider } from "./credential.ts";

/** What brings the built-in providers one logs in to. */
export type LoadLogins = () => Promise<readonly OAuthProvider[]>;

/** Providers one logs in to: those registered at run time, and the built-in ones, which are loaded with the first look at them. */
export class LoginProviders {
  private readonly registered = new Map<string, OAuthProvider>();
  private readonly load: LoadLogins;
  private builtIn: Promise<readonly OAuthProvider[]> | undefined;

  constructor(load: LoadLogins = loadBuiltIn) {
    this.load = load;
  }

  register(provider: OAuthProvider): void {
    this.registered.set(provider.id, provider);
  }

  unregister(id: string): void {
    this.registered.delete(id);
  }

  /** Those that are known without loading anything. */
  listRegistered(): OAuthProvider[] {
    return [...this.registered.values()];
  }

  async find(id: string): Promise<OAuthProvider | undefined> {
    return this.registered.get(id) ?? (await this.loaded()).find((provider) => provider.id === id);
  }

  /** A registered provider stands above a built-in one with the same id. */
  async list(): Promise<OAuthProvider[]> {
    const others = (await this.loaded()).filter(({ id }) => !this.registered.has(id));
    return [...this.registered.values(), ...others];
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
