import type { IncomingMessage } from "node:http";
import { isObject } from "../../json-file/index.ts";
import { isOffline } from "../../process/offline.ts";
import type { ProviderConfig } from "../providers/compose-provider.ts";
import { isTrustedListener } from "./socket-owner.ts";

/** A model server that may run on this machine, and how to recognise it on its port. */
interface LocalServer {
  readonly provider: string;
  readonly name: string;
  readonly variable: string;
  readonly port: number;
  /** The path to request. The answer identifies the server and lists its models. */
  readonly path: string;
  models(answer: unknown): string[] | undefined;
}

export interface FoundServer {
  readonly provider: string;
  /** Absent if the server is not used because it belongs to another user. */
  readonly config?: ProviderConfig;
  /** Says what the server is and where; if it is not used, also why. */
  readonly notice: string;
}

export interface ProbeOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** One time limit for all servers together. */
  readonly timeoutMs?: number;
  /** Ports to use instead of the usual ones, by provider. */
  readonly ports?: Readonly<Record<string, number>>;
}

/**
 * Probes all known ports at once, with one time limit for all. Does nothing when offline. A server on its usual port
 * counts only if it belongs to the user or to the system; an address that a variable names is the user's choice.
 */
export async function probeLocalServers(options: ProbeOptions = {}): Promise<FoundServer[]> {
  const { env = process.env, timeoutMs = 150 } = options;
  if (isOffline(env)) return [];
  // Load the module before the time limit starts: on a busy machine, loading may take as long as the limit.
  await import("node:http");
  const signal = AbortSignal.timeout(timeoutMs);
  const found = await Promise.all(servers.map((server) => probe(server, options, signal)));
  return found.filter((server) => server !== undefined);
}

async function probe(
  server: LocalServer,
  options: ProbeOptions,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  const { env = process.env, ports = {} } = options;
  const { provider, name, variable } = server;
  const port = ports[provider] ?? server.port;
  const named = env[variable];
  const origin = (named || `http://127.0.0.1:${port}`).replace(/\/(v1\/?)?$/, "");
  try {
    const ids = server.models(await askForJson(`${origin}${server.path}`, signal));
    if (!ids || ids.length === 0) return undefined;
    const place = `${name} at ${origin}`;
    if (!named && !(await isTrustedListener(port)))
      return { provider, notice: `${place} belongs to another user: set ${variable}=${origin} if it may be used` };
    const models = ids.map((id) => ({ id, name: id }));
    // These servers require a key and accept any.
    const config = { name, baseUrl: `${origin}/v1`, api: "openai-completions" as const, apiKey: "local", models };
    return { provider, config, notice: place };
  } catch {
    // Nothing listens there, the server is too slow, or it is something else: it is not a model server either way.
    return undefined;
  }
}

/** Requests JSON without `fetch`, because loading that takes longer than the time limit. */
async function askForJson(url: string, signal: AbortSignal): Promise<unknown> {
  const { get } = url.startsWith("https:") ? await import("node:https") : await import("node:http");
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { signal }, resolve).on("error", reject);
  const response = await promise;
  if (response.statusCode !== 200) {
    response.destroy();
    return undefined;
  }
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
    if (text.length > LONGEST_LIST) return undefined;
  }
  return JSON.parse(text);
}

/** Far longer than the model list of any server. */
const LONGEST_LIST = 1024 * 1024;

const servers: readonly LocalServer[] = [
  {
    provider: "ollama",
    name: "Ollama",
    variable: "OLLAMA_BASE_URL",
    port: 11434,
    path: "/api/tags",
    models: (answer) => idsIn(answer, "models", (entry) => (isObject(entry.details) ? entry.name : undefined)),
  },
  {
    provider: "lm-studio",
    name: "LM Studio",
    variable: "LM_STUDIO_BASE_URL",
    port: 1234,
    path: "/api/v0/models",
    models: (answer) =>
      idsIn(answer, "data", (entry) => (entry.type === "llm" || entry.type === "vlm" ? entry.id : undefined)),
  },
  {
    provider: "llama.cpp",
    name: "llama.cpp",
    variable: "LLAMA_CPP_BASE_URL",
    port: 8080,
    path: "/v1/models",
    models: (answer) => idsIn(answer, "data", (entry) => (entry.owned_by === "llamacpp" ? entry.id : undefined)),
  },
];

function idsIn(answer: unknown, list: string, idOf: (entry: Record<string, unknown>) => unknown): string[] | undefined {
  const entries = isObject(answer) ? answer[list] : undefined;
  if (!Array.isArray(entries)) return undefined;
  return entries.filter(isObject).flatMap((entry) => {
    const id = idOf(entry);
    return typeof id === "string" && id !== "" ? [id] : [];
  });
}
