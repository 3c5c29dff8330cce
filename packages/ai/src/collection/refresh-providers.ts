import type { Credential } from "./auth-types.ts";
import type { ModelsStore } from "./models-store.ts";
import { type AuthSources, checkAuth, never, resolveAuth, untilAborted } from "./resolve-auth.ts";
import type { ModelProvider, ModelsRefreshOptions, ModelsRefreshResult, RefreshModelsContext } from "./types.ts";

interface RefreshSources extends AuthSources {
  readonly store: ModelsStore;
}

/**
 * Fetches the models of all configured providers in parallel. A provider that fails keeps its list; one that ignores an abort is not
 * awaited.
 */
export async function refreshProviders(
  providers: ReadonlyMap<string, ModelProvider>,
  sources: RefreshSources,
  options: ModelsRefreshOptions = {},
): Promise<ModelsRefreshResult> {
  const { signal = never() } = options;
  const errors = new Map<string, Error>();
  const refreshOne = async (provider: ModelProvider): Promise<void> => {
    const isCurrent = () => providers.get(provider.id) === provider;
    if (!(await checkAuth(provider, sources, signal))) return;
    await provider.refreshModels?.(await refreshContext(provider, sources, options, signal, isCurrent));
  };
  const chosen = [...providers.values()].filter(({ id }) => options.providers?.includes(id) ?? true);
  await Promise.all(
    chosen.map((provider) =>
      untilAborted(refreshOne(provider), signal).catch((error: unknown) => {
        if (!signal.aborted)
          errors.set(provider.id, error instanceof Error ? error : new Error(String(error), { cause: error }));
      }),
    ),
  );
  return { aborted: signal.aborted, errors };
}

async function refreshContext(
  provider: ModelProvider,
  { store, ...sources }: RefreshSources,
  options: ModelsRefreshOptions,
  signal: AbortSignal,
  isCurrent: () => boolean,
): Promise<RefreshModelsContext> {
  const { id, baseUrl } = provider;
  const stored = await store.read(id);
  const allowNetwork = options.allowNetwork ?? true;
  // Resolving the credential may renew a sign-in, so it needs the network.
  const credential = allowNetwork
    ? await effectiveCredential(provider, sources, signal)
    : await sources.credentials.read(id, { signal });
  return {
    allowNetwork,
    signal,
    ...(options.force !== undefined && { force: options.force }),
    ...(stored && { stored }),
    ...(credential && { credential }),
    ...(baseUrl !== undefined && { baseUrl }),
    publish: async ({ persist, update }) => {
      if (!isCurrent() || signal.aborted) return false;
      if (persist) await store.write(id, persist);
      else if (persist === null) await store.delete(id);
      update?.();
      return true;
    },
  };
}

/** Returns the credential of a request: a valid sign-in, or the key from any source. */
async function effectiveCredential(
  provider: ModelProvider,
  sources: AuthSources,
  signal: AbortSignal,
): Promise<Credential | undefined> {
  const found = await resolveAuth(provider, sources, { signal });
  const credential = await sources.credentials.read(provider.id, { signal });
  if (credential?.type === "oauth" || !found?.auth.apiKey) return credential;
  return { ...credential, type: "api_key", key: found.auth.apiKey, ...(found.env && { env: found.env }) };
}
