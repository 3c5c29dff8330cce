import type {
  ApiKeyCredential,
  AuthCheck,
  AuthContext,
  AuthResolutionOverrides,
  AuthResult,
  Credential,
  CredentialStore,
  OAuthCredential,
} from "./auth-types.ts";
import { ModelsError } from "./models-error.ts";
import type { ModelProvider } from "./types.ts";

export interface AuthSources {
  readonly credentials: CredentialStore;
  readonly context: AuthContext;
}

const EARLY_MS = 300_000;
const LONGEST_RENEWAL_MS = 60_000;

/** Returns the credentials of a provider for a request. Renews an expired sign-in first. */
export async function resolveAuth(
  provider: ModelProvider,
  sources: AuthSources,
  { apiKey, env, minOAuthValidityMs = EARLY_MS, signal = never() }: AuthResolutionOverrides = {},
): Promise<AuthResult | undefined> {
  const credential = await sources.credentials.read(provider.id, { signal });
  if (credential?.type === "oauth" && !apiKey) {
    return await resolveOAuth(provider, credential, sources, { signal, minOAuthValidityMs });
  }
  const context = env ? withVariables(sources.context, env) : sources.context;
  const given = apiKey ? { credential: { type: "api_key" as const, key: apiKey } } : stored(credential);
  return await provider.auth.apiKey?.resolve({ ctx: context, signal, ...given });
}

/** Returns whether a provider is configured, without renewing anything. */
export async function checkAuth(
  provider: ModelProvider,
  sources: AuthSources,
  signal: AbortSignal,
): Promise<AuthCheck | undefined> {
  const credential = await sources.credentials.read(provider.id, { signal });
  if (credential?.type === "oauth") return provider.auth.oauth && { type: "oauth", source: "OAuth" };
  const input = { ctx: sources.context, signal, ...stored(credential) };
  const method = provider.auth.apiKey;
  if (method?.check) return await method.check(input);
  const found = await method?.resolve(input);
  return found && { type: "api_key", ...(found.source && { source: found.source }) };
}

async function resolveOAuth(
  provider: ModelProvider,
  credential: OAuthCredential,
  { credentials }: AuthSources,
  { signal, minOAuthValidityMs }: { signal: AbortSignal; minOAuthValidityMs: number },
): Promise<AuthResult | undefined> {
  const { oauth } = provider.auth;
  if (!oauth) return undefined;
  const hasEnded = ({ expires }: OAuthCredential) => expires - minOAuthValidityMs <= Date.now();
  if (!hasEnded(credential)) return { auth: await oauth.toAuth(credential), source: "OAuth" };
  // Inside `modify`, so that only the first of several requests renews the sign-in; the others use its result. A renewal continues when its
  // request is aborted, because the vendor may already have revoked the old token.
  const renewal = credentials.modify(provider.id, async (current) =>
    current?.type === "oauth" && hasEnded(current)
      ? await oauth.refresh(current, AbortSignal.timeout(LONGEST_RENEWAL_MS))
      : undefined,
  );
  const fresh = await untilAborted(renewal, signal).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ModelsError("oauth", `The sign-in to ${provider.name} could not be renewed. Sign in again.`, { cause });
  });
  return fresh?.type === "oauth" ? { auth: await oauth.toAuth(fresh), source: "OAuth" } : undefined;
}

function withVariables(context: AuthContext, env: Record<string, string>): AuthContext {
  return { ...context, env: async (name) => env[name] ?? (await context.env(name)) };
}

/** Rejects with the signal's reason as soon as it aborts; the work continues. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener("abort", onAbort));
}

/** A signal that does not abort. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

function stored(credential: Credential | undefined): { credential?: ApiKeyCredential } {
  return credential?.type === "api_key" ? { credential } : {};
}
