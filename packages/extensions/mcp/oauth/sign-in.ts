import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/client";
import type { Credential, CredentialStore, OAuthCredential } from "@tau/ai";
import type { ServerEntry } from "../server-entry.ts";

/** A sign-in at a server, as auth.json keeps it under `mcp:<server>`. */
export interface SignIn extends OAuthCredential {
  /** Of the server. A token is never sent to another address than the one it was given for. */
  readonly url: string;
  /** Of the authorization server that gave the token. */
  readonly issuer: string;
  readonly resource?: string;
  readonly client: OAuthClientInformationMixed;
  readonly scope?: string;
}

/** For tokens that do not say when they end. */
const DEFAULT_LIFE_S = 3600;

export function signInKey({ name }: Pick<ServerEntry, "name">): string {
  return `mcp:${name}`;
}

/** Nothing where the server has another address now than when the user signed in. */
export function asSignIn(credential: Credential | undefined, { config }: ServerEntry): SignIn | undefined {
  if (credential?.type !== "oauth" || credential.url !== config.url || typeof credential.issuer !== "string")
    return undefined;
  return credential as SignIn;
}

export async function readSignIn(store: CredentialStore, entry: ServerEntry): Promise<SignIn | undefined> {
  return asSignIn(await store.read(signInKey(entry)), entry);
}

/** The sign-in with new tokens. A server that sends no new refresh token lets the old one stand. */
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
