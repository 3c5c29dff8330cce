import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/client";
import type { Credential, CredentialStore, OAuthCredential } from "@tau/ai";
import type { ServerEntry } from "../server-entry.ts";

/** A sign-in to a server, stored in auth.json under `mcp:<server>`. */
export interface SignIn extends OAuthCredential {
  /** The address of the server. A token is never sent to an address other than the one it was issued for. */
  readonly url: string;
  /** The address of the authorization server that issued the token. */
  readonly issuer: string;
  readonly resource?: string;
  readonly client: OAuthClientInformationMixed;
  readonly scope?: string;
}

/** For tokens without an expiry time. */
const DEFAULT_LIFE_S = 3600;

export function signInKey({ name }: Pick<ServerEntry, "name">): string {
  return `mcp:${name}`;
}

/** Returns undefined if the server's address has changed since the user signed in. */
export function asSignIn(credential: Credential | undefined, { config }: ServerEntry): SignIn | undefined {
  if (credential?.type !== "oauth" || credential.url !== config.url || typeof credential.issuer !== "string")
    return undefined;
  return credential as SignIn;
}

export async function readSignIn(store: CredentialStore, entry: ServerEntry): Promise<SignIn | undefined> {
  return asSignIn(await store.read(signInKey(entry)), entry);
}

/** Returns the sign-in with new tokens. If the server sends no new refresh token, the old one is kept. */
export function withTokens(
  signIn: Pick<SignIn, "url" | "issuer" | "resource" | "client" | "scope"> & { readonly refresh?: string },
  { access_token, refresh_token, expires_in = DEFAULT_LIFE_S, scope }: OAuthTokens,
): SignIn {
  return {
    ...signIn,
    type: "oauth",
    access: access_token,
    refresh: refresh_token ?? signIn.refresh ?? "",
    expires: Date.now() + expires_in * 1000,
    ...(scope === undefined ? {} : { scope }),
  };
}
