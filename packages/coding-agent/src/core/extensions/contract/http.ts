import type { HttpHead, HttpOptions, HttpResponse, HttpStream } from "../../http/http-client.ts";

export type { HttpHead, HttpOptions, HttpResponse, HttpStream };

/**
 * `pi.http`: requests through the proxies of the environment (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), with the authorities that the host
 * trusts and those in NODE_EXTRA_CA_CERTS, within limits. A redirect to another origin carries no credentials. A request that got no
 * usable answer rejects with a `code`; a status of failure is an answer.
 */
export interface ExtensionHttp {
  request(url: string, options?: HttpOptions): Promise<HttpResponse>;
  stream(url: string, options?: HttpOptions): Promise<HttpStream>;
}
