import type { ModelsStore } from "./models-store.ts";
import { type AuthSources, checkAuth } from "./resolve-auth.ts";
import type { ModelProvider, ModelsRefreshOptions, ModelsRefreshResult, RefreshModelsContext } from "./types.ts";

interface RefreshSources extends AuthSources {
  readonly store: ModelsStore;
}

/** Asks all configured providers for their models at once. One that fails keeps the list it had. */
export async function refreshProviders(
  providers: ReadonlyMap<string, ModelProvider>,
  sources: RefreshSources,
  options: ModelsRefreshOptions = {},
): Promise<ModelsRefreshResult> {
  const signal = options.signal ?? new AbortController().signal;
  const errors = new Map<string, Error>();
  const refreshOne = async (provider: ModelProvider): Promise<void> => {
    const isCurrent = () => providers.get(provider.id) === provider;
    if (!(await checkAuth(provider, sources, signal))) return;
    await provider.refreshModels?.(await refreshContext(provider, sources, options, signal, isCurrent));
  };
  const chosen = [...providers.values()].filter(({ id }) => options.providers?.includes(id) ?? true);
  await Promise.all(
    chosen.map((provider) =>
      refreshOne(provider).catch((error: unknown) => {
        errors.set(provider.id, error instanceof Error ? error : new Error(String(error), { cause: error }));
      }),
    ),
  );
  return { aborted: signal.aborted, errors };
}

async function refreshContext(
  { id, baseUrl }: ModelProvider,
  { store, credentials }: RefreshSources,
  options: ModelsRefreshOptions,
  signal: AbortSignal,
  isCurrent: () => boolean,
): Promise<RefreshModelsContext> {
  const stored = await store.read(id);
  const credential = await credentials.read(id, { signal });
  return {
    allowNetwork: options.allowNetwork ?? true,
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
