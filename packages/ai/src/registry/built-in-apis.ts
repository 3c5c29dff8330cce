import type { KnownApi } from "../contract/model.ts";
import type { ProviderStreams } from "../contract/options.ts";
import { lazyApi } from "./lazy-api.ts";

type BuiltInApi = { api: KnownApi } & ProviderStreams;

/** One dynamic import per protocol, so that a bundler creates a chunk for each and none is loaded before its first request. */
const LOADERS: Record<KnownApi, () => Promise<ProviderStreams>> = {
  "anthropic-messages": () => import("../protocols/anthropic-messages/index.ts"),
  "azure-openai-responses": () => import("../protocols/azure-openai-responses/index.ts"),
  "bedrock-converse-stream": () => import("../protocols/bedrock-converse-stream/index.ts"),
  demo: () => import("../demo/index.ts"),
  "google-generative-ai": () => import("../protocols/google-generative-ai/index.ts"),
  "google-vertex": () => import("../protocols/google-vertex/index.ts"),
  "mistral-conversations": () => import("../protocols/mistral-conversations/index.ts"),
  ollama: () => import("../protocols/ollama/index.ts"),
  "openai-codex-responses": () => import("../protocols/openai-codex-responses/index.ts"),
  "openai-completions": () => import("../protocols/openai-completions/index.ts"),
  "openai-responses": () => import("../protocols/openai-responses/index.ts"),
  "pi-messages": () => import("../protocols/pi-messages/index.ts"),
};

const DEFERRING: ReadonlySet<KnownApi> = new Set(["azure-openai-responses", "openai-responses"]);

let builtIns: BuiltInApi[] | undefined;
const given: Partial<Record<KnownApi, ProviderStreams | undefined>> = {};

export function builtInApiProviders(): readonly BuiltInApi[] {
  builtIns ??= Object.entries(LOADERS).map(([name, load]) => {
    const api = name as KnownApi;
    const defers = DEFERRING.has(api);
    const own = lazyApi(load, { fetchDeferred: defers, cancelDeferred: defers });
    const used = () => given[api] ?? own;
    return {
      api,
      ...own,
      stream: (...args) => used().stream(...args),
      streamSimple: (...args) => used().streamSimple(...args),
    };
  });
  return builtIns;
}

/** Lets a module of the program answer for a protocol, wherever that is used; without one, the built-in module does so again. */
export function useModuleFor(api: KnownApi, module: ProviderStreams | undefined): void {
  given[api] = module;
}

export function builtInApi(api: KnownApi): ProviderStreams {
  return builtInApiProviders().find((provider) => provider.api === api) as BuiltInApi;
}
