import type { Socket } from "node:net";
import type { ConnectOptions } from "../../http/connect.ts";
import type { HttpHead, HttpOptions, HttpResponse, HttpStream } from "../../http/http-client.ts";

export type { ConnectOptions, HttpHead, HttpOptions, HttpResponse, HttpStream };

/**
 * `pi.http`: HTTP requests with size and time limits. They use the proxies of the environment (HTTP_PROXY, HTTPS_PROXY, NO_PROXY) and trust
 * the host's certificate authorities and those in NODE_EXTRA_CA_CERTS. A redirect to another origin carries no credentials. A request
 * without a usable response rejects with a `code`; an error status is a response.
 */
export interface ExtensionHttp {
  request(url: string, options?: HttpOptions): Promise<HttpResponse>;
  stream(url: string, options?: HttpOptions): Promise<HttpStream>;
  /**
   * Connects to the host and port of a URL (`http:`, `https:`, `ws:` or `wss:`), through the proxy of the environment if there is one, for a
   * program that speaks the protocol itself. No TLS is added.
   */
  connect(url: string, options?: ConnectOptions): Promise<Socket>;
}
