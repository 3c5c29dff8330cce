import type { AnyModel } from "../contract/any-model.ts";
import type { ClientIdentity } from "../contract/identity.ts";
import type { ProviderRequestOptions } from "../contract/options.ts";
import { mergeClientIdentity } from "./merge-client-identity.ts";
import { mergeHeaders } from "./merge-headers.ts";
import { ModelsError } from "./models-error.ts";
import { type AuthSources, resolveAuth } from "./resolve-auth.ts";
import type { ModelProvider, ModelsRequestTransforms } from "./types.ts";

export type RequestOptions<TModel> = ProviderRequestOptions<TModel> & ModelsRequestTransforms;

export interface PreparedRequest<TModel, TOptions> {
  readonly provider: ModelProvider;
  /** The model, with the base URL that belongs to its credential. */
  readonly target: TModel;
  readonly options: TOptions;
}

/** Adds the provider's credentials to a request; values from the caller override them. */
export async function prepareRequest<TModel extends AnyModel, TOptions extends RequestOptions<TModel>>(
  provider: ModelProvider,
  sources: AuthSources,
  ownIdentity: ClientIdentity | undefined,
  model: TModel,
  given: TOptions | undefined,
): Promise<PreparedRequest<TModel, TOptions>> {
  const { signal } = given ?? {};
  const found = await resolveAuth(provider, sources, { ...(signal && { signal }) });
  if (!found && !given?.apiKey) {
    throw new ModelsError("auth", `${provider.name} is not configured. Sign in or set a key.`);
  }
  const { transformHeaders, ...asked } = (given ?? {}) as TOptions;
  const merged = mergeHeaders(provider.headers, found?.auth.headers, model.headers, given?.headers);
  const headers = (await transformHeaders?.(merged)) ?? merged;
  const apiKey = given?.apiKey ?? found?.auth.apiKey;
  const identity = mergeClientIdentity(ownIdentity, given?.identity);
  const baseUrl = found?.auth.baseUrl;
  return {
    provider,
    target: baseUrl ? { ...model, baseUrl } : model,
    options: {
      ...asked,
      headers,
      env: { ...found?.env, ...given?.env },
      ...(apiKey !== undefined && { apiKey }),
      ...(identity && { identity }),
    } as TOptions,
  };
}
