import type { AuthProvider } from "@modelcontextprotocol/client";
import type { CredentialStore } from "@tau/ai";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { ServerEntry } from "../server-entry.ts";
import { authorizationFetch } from "./authorization-fetch.ts";
import { asSignIn, readSignIn, type SignIn, signInKey, withTokens } from "./sign-in.ts";

/** A token that expires within this time is refreshed before it is used. */
const MARGIN_MS = 5 * 60 * 1000;

/** The server requires a sign-in by the user. */
export class SignInRequired extends Error {
  readonly code = "SIGN_IN_REQUIRED";
}

/**
 * Provides the token of the user's sign-in. Reads it from the auth store before each request, so that a sign-in made elsewhere takes
 * effect at once. Refreshes it in time, and once if the server refuses it; of several processes, one refreshes and the others wait.
 */
export class TokenSource implements AuthProvider {
  private readonly entry: ServerEntry;
  private readonly store: CredentialStore;
  private readonly http: ExtensionAPI["http"];
  private sent: string | undefined;

  constructor(entry: ServerEntry, store: CredentialStore, http: ExtensionAPI["http"]) {
    this.entry = entry;
    this.store = store;
    this.http = http;
  }

  async token(): Promise<string | undefined> {
    const signIn = await readSignIn(this.store, this.entry);
    const fresh = signIn && isEnding(signIn) && signIn.refresh ? await this.renew((now) => isEnding(now)) : signIn;
    this.sent = fresh?.access;
    return this.sent;
  }

  /** Called when the server refuses the token; the client then repeats the request. Rejects if repeating cannot help. */
  async onUnauthorized(): Promise<void> {
    const refused = this.sent;
    const now = await readSignIn(this.store, this.entry);
    if (!now) throw this.signInRequired("You are not signed in.");
    // Another process has signed in or refreshed the token meanwhile.
    if (now.access !== refused) return;
    if (!now.refresh) throw this.signInRequired("The sign-in has ended.");
    await this.renew(({ access }) => access === refused);
  }

  private async renew(isNeeded: (signIn: SignIn) => boolean): Promise<SignIn | undefined> {
    let isRefused = false;
    const renewed = await this.store.modify(signInKey(this.entry), async (current) => {
      const signIn = asSignIn(current, this.entry);
      if (!signIn || !isNeeded(signIn)) return undefined;
      try {
        return await this.refreshed(signIn);
      } catch (error) {
        isRefused = isInvalidGrant(error);
        if (!isRefused) throw error;
        return undefined;
      }
    });
    if (!isRefused) return asSignIn(renewed, this.entry);
    // A refused refresh token will always be refused, and repeated attempts would lock some accounts.
    await this.store.delete(signInKey(this.entry));
    throw this.signInRequired("The sign-in has ended.");
  }

  private async refreshed(signIn: SignIn): Promise<SignIn> {
    const { discoverAuthorizationServerMetadata, refreshAuthorization } = await import("@modelcontextprotocol/client");
    const fetchFn = authorizationFetch(this.http, signIn.url);
    const metadata = await discoverAuthorizationServerMetadata(signIn.issuer, { fetchFn });
    const tokens = await refreshAuthorization(signIn.issuer, {
      ...(metadata ? { metadata } : {}),
      clientInformation: signIn.client,
      refreshToken: signIn.refresh,
      ...(signIn.resource ? { resource: signIn.resource } : {}),
      fetchFn,
    });
    return withTokens(signIn, tokens);
  }

  private signInRequired(reason: string): SignInRequired {
    const { name } = this.entry;
    return new SignInRequired(`${reason} Run /mcp login ${name} or, in a shell, tau mcp login ${name}.`);
  }
}

function isEnding({ expires }: SignIn): boolean {
  return expires - Date.now() < MARGIN_MS;
}

function isInvalidGrant(error: unknown): boolean {
  return (error as { code?: unknown }).code === "invalid_grant";
}
