import type { Environment } from "../../auth/environment.ts";
import type { RequestBody } from "../body/request-body.ts";
import { callByNode } from "./node-http.ts";
import { type NodeModules, nodeModules } from "./node-modules.ts";

/** The client certificate for servers that ask for one, as PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface HttpCall {
  readonly url: string;
  /** Default: POST with a body, otherwise GET. */
  readonly method?: string | undefined;
  /** `manual`: a redirect is returned like any other answer. */
  readonly redirect?: "follow" | "manual" | undefined;
  /** Makes the connection if no proxy does; it then uses its own authorities and certificate. Node only. */
  readonly agent?: import("node:http").Agent | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  readonly signal?: AbortSignal | undefined;
  /** Certificate authorities in PEM form to trust in addition to the host's. */
  readonly ca?: string | readonly string[] | undefined;
  readonly identity?: ClientCertificate | undefined;
  /** Overrides the process environment for the proxy and NODE_EXTRA_CA_CERTS. */
  readonly env?: Environment | undefined;
}

/** The answer to a call, successful or not. When the reader stops reading the body, the connection is closed. */
export interface HttpReply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Calls with the given `fetch`, or else with the host's client. Loading Node's own `fetch` takes longer than starting Node, and it supports
 * neither proxies nor further authorities: on Node the plain HTTP client is used, unless a program has configured how `fetch` connects.
 */
export async function callHttp(call: HttpCall, fetch?: typeof globalThis.fetch): Promise<HttpReply> {
  const node = fetch ? undefined : usableNode();
  if (node) return await callByNode(call, node);
  const { callByFetch } = await import("./fetch-http.ts");
  return await callByFetch(call, fetch ?? globalThis.fetch);
}

const hostFetch = globalThis.fetch;
/** Set to a plain agent when `fetch` is loaded, and to others (a proxy, a mock) by programs that configure how it connects. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

function usableNode(): NodeModules | undefined {
  const dispatcher = (globalThis as { [DISPATCHER]?: object })[DISPATCHER];
  const isChosen = dispatcher !== undefined && dispatcher.constructor.name !== "Agent";
  return globalThis.fetch === hostFetch && !isChosen ? nodeModules() : undefined;
}
