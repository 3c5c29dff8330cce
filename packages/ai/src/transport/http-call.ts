import type { Environment } from "../auth/environment.ts";
import { callByNode } from "./node-http.ts";
import { type NodeModules, nodeModules } from "./node-modules.ts";
import type { RequestBody } from "./request-body.ts";

/** Who we are to a server that asks for a certificate, as PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface HttpCall {
  readonly url: string;
  /** Default: POST where there is a body, else GET. */
  readonly method?: string | undefined;
  /** `manual`: a redirect is an answer like others. */
  readonly redirect?: "follow" | "manual" | undefined;
  /** Makes the connection where no proxy does; authorities and certificate are then its own. Node only. */
  readonly agent?: import("node:http").Agent | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  readonly signal?: AbortSignal | undefined;
  /** Authorities, as PEM, to trust beside those the host trusts. */
  readonly ca?: string | readonly string[] | undefined;
  readonly identity?: ClientCertificate | undefined;
  /** Looked up before the process environment for the proxy and NODE_EXTRA_CA_CERTS. */
  readonly env?: Environment | undefined;
}

/** What a call was answered with, success or not. Whoever stops reading the body closes the connection. */
export interface HttpReply {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Calls by the `fetch` that is given, else by the one of the host. Loading Node's own `fetch` takes longer than starting
 * Node does, and it knows neither proxies nor further authorities: on Node its plain HTTP client is used, unless a
 * program has chosen how `fetch` connects.
 */
export async function callHttp(call: HttpCall, fetch?: typeof globalThis.fetch): Promise<HttpReply> {
  const node = fetch ? undefined : usableNode();
  if (node) return await callByNode(call, node);
  const { callByFetch } = await import("./fetch-http.ts");
  return await callByFetch(call, fetch ?? globalThis.fetch);
}

const hostFetch = globalThis.fetch;
/** Set to a plain agent when `fetch` is loaded, and to others (a proxy, a mock) by programs that choose how it connects. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

function usableNode(): NodeModules | undefined {
  const dispatcher = (globalThis as { [DISPATCHER]?: object })[DISPATCHER];
  const isChosen = dispatcher !== undefined && dispatcher.constructor.name !== "Agent";
  return globalThis.fetch === hostFetch && !isChosen ? nodeModules() : undefined;
}
