/** The HTTP client of model requests, with proxies, certificates and limits, for other requests of a program. */
export type { HttpCall, HttpReply } from "./transport/connection/http-call.ts";
export { callByNode } from "./transport/connection/node-http.ts";
export { proxyFor } from "./transport/connection/proxy-for.ts";
export { openTunnel } from "./transport/connection/proxy-tunnel.ts";
