import type { KnownApi } from "../contract/model.ts";
import type { ProviderStreams } from "../contract/options.ts";
import { lazyApi } from "./lazy-api.ts";

type BuiltInApi = { api: KnownApi } & ProviderStreams;

/** One dynamic import per protocol: a bundler makes a chunk of each, and none is loaded before its first request. */
const LOADERS: Partial<Record<KnownApi, () => Promise<ProviderStreams>>> = {
  "openai-completions": () => import("../protocols/openai-completions/index.ts"),
  demo: () => import("../demo/index.ts"),
};

let builtIns: BuiltInApi[] | undefined;

export function builtInApiProviders(): readonly BuiltInApi[] {
  builtIns ??= Object.entries(LOADERS).map(([api, load]) => ({ api: api as KnownApi, ...lazyApi(load) }));
  return builtIns;
}
