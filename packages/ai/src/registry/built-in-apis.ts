import type { KnownApi } from "../contract/model.ts";
import type { ProviderStreams } from "../contract/options.ts";
import { lazyApi } from "./lazy-api.ts";

type BuiltInApi = { api: KnownApi } & ProviderStreams;

/** One dynamic import per protocol: a bundler makes a chunk of each, and none is loaded before its first request. */
const LOADERS: Partial<Record<KnownApi, () => Promise<ProviderStreams>>> = {
  "anthropic-messages": () => import("../protocols/anthropic-messages/index.ts"),
  "google-generative-ai": () => import("../protocols/google-generative-ai/index.ts"),
  "google-vertex": () => import("../protocols/google-vertex/index.ts"),
  "openai-completions": () => import("../protocols/openai-completions/index.ts"),
  "openai-responses": () => import("../protocols/openai-responses/index.ts"),
  demo: () => import("../demo/index.ts"),
};

let builtIns: BuiltInApi[] | undefined;

export function builtInApiProviders(): readonly BuiltInApi[] {
  builtIns ??= Object.entries(LOADERS).map(([api, load]) => ({ api: api as KnownApi, ...lazyApi(load) }));
  return builtIns;
}
