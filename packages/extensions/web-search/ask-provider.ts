import type { ExtensionAPI } from "@tau/coding-agent";
import { textAt } from "./json-fields.ts";
import type { SearchAnswer, SearchProvider, SearchQuery } from "./search-provider.ts";

export interface ProviderAccess {
  readonly http: ExtensionAPI["http"];
  readonly baseUrl: string;
  readonly key: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_SAID = 200;

/** Sends the query to a provider. Rejects with the reason if there is no usable answer. */
export async function askProvider(
  provider: SearchProvider,
  query: SearchQuery,
  { http, baseUrl, key, timeoutMs, signal }: ProviderAccess,
): Promise<SearchAnswer> {
  const { path, headers, body } = provider.request(query, key);
  const response = await http.request(baseUrl.replace(/\/+$/, "") + path, {
    headers: { accept: "application/json", ...(body && { "content-type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    timeoutMs,
    maxBytes: MAX_BYTES,
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(refusal(provider, response.status, response.text().replaceAll(key || "\0", "…")));
  try {
    return provider.read(response.json());
  } catch (cause) {
    throw new Error("its answer is not JSON", { cause });
  }
}

function refusal({ name }: SearchProvider, status: number, text: string): string {
  const said = messageIn(text).slice(0, MAX_SAID);
  const detail = said === "" ? "" : `: ${said}`;
  if (status === 401 || status === 403) {
    const hint = name === "searxng" ? "the JSON format may be off in its settings.yml" : "the key was refused";
    return `HTTP ${status}, ${hint}${detail}`;
  }
  if (status === 429) return `HTTP 429, too many requests or no quota left${detail}`;
  return `HTTP ${status}${detail}`;
}

/** Returns the message in the JSON of an error, or nothing if the body is a page. */
function messageIn(text: string): string {
  try {
    const json: unknown = JSON.parse(text);
    const places = [["error", "message"], ["error", "detail"], ["error"], ["message"], ["detail"], ["detail", "error"]];
    return places.map((place) => textAt(json, ...place)).find((found) => found !== undefined) ?? "";
  } catch {
    return "";
  }
}
