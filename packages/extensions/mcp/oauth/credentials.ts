import type { AuthProvider } from "@modelcontextprotocol/client";
import type { CredentialStore } from "@tau/ai";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { ServerEntry } from "../server-entry.ts";
import { TokenSource } from "./token-source.ts";

/** Tau's auth store. Within a session it also refreshes the tokens of providers. */
export type Credentials = CredentialStore & { getApiKey?(provider: string): Promise<string | undefined> };

/** Returns the token source of a server on the web; undefined if its entry sets the authorization header itself. */
export function tokensFor(
  entry: ServerEntry,
  store: Credentials,
  http: ExtensionAPI["http"],
): AuthProvider | undefined {
  const { url, headers = {} } = entry.config;
  if (url === undefined || Object.keys(headers).some((name) => name.toLowerCase() === "authorization"))
    return undefined;
  const name = credentialOf(entry);
  return name === undefined
    ? new TokenSource(entry, store, http)
    : { token: async () => await namedToken(name, entry, store) };
}

/** Resolves to the environment variable that passes the token of the named sign-in to a program. */
export async function tokenEnvironment(entry: ServerEntry, store: Credentials): Promise<Record<string, string>> {
  const name = credentialOf(entry);
  return name === undefined ? {} : { OAUTH_ACCESS_TOKEN: await namedToken(name, entry, store) };
}

function credentialOf({ config: { auth } }: ServerEntry): string | undefined {
  return auth?.provider ?? auth?.credentialId;
}

async function namedToken(name: string, entry: ServerEntry, store: Credentials): Promise<string> {
  const stored = await store.read(name);
  const token = (await store.getApiKey?.(name)) ?? (stored?.type === "oauth" ? stored.access : stored?.key);
  if (token === undefined)
    throw new Error(`${entry.name} needs the sign-in "${name}", which is not there. Run /login.`);
  return token;
}
