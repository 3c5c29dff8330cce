import { useEnvironmentProxy } from "./environment-proxy.ts";
import { type NodeModules, nodeModules, postByNode } from "./node-post.ts";

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** What a POST was answered with, success or not. Whoever stops reading the body closes the connection. */
export interface PostAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends by the `fetch` that is given, else by the one of the host. Loading Node's own `fetch` takes longer than starting
 * Node does, so its plain HTTP client is used as long as nothing asks for more: no proxy, no `fetch` put in its place.
 */
export async function post(request: PostRequest, fetch?: typeof globalThis.fetch): Promise<PostAnswer> {
  if (fetch) return await postByFetch(request, fetch);
  useEnvironmentProxy();
  const node = plainNode();
  return (node && (await postByNode(request, node))) ?? (await postByFetch(request, globalThis.fetch));
}

const hostFetch = globalThis.fetch;
/** Set when `fetch` is loaded, and by programs that choose how it connects. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

function plainNode(): NodeModules | undefined {
  return globalThis.fetch === hostFetch && !(DISPATCHER in globalThis) ? nodeModules() : undefined;
}

async function postByFetch(request: PostRequest, fetch: typeof globalThis.fetch): Promise<PostAnswer> {
  const { url, headers, body, signal } = request;
  const response = await fetch(url, { method: "POST", headers: { ...headers }, body, signal });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: response.body ? chunks(response.body) : NOTHING,
  };
}

const NOTHING: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A body that already failed has nothing left to cancel.
    reader.cancel().catch(() => undefined);
  }
}
