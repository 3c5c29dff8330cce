/** The HTTP client of model requests, with proxies, certificates and limits, for other requests of a program. */
export type { HttpCall, HttpReply } from "./transport/http-call.ts";
export { callByNode } from "./transport/node-http.ts";
export { proxyFor } from "./transport/proxy-for.ts";
export { openTunnel } from "./transport/proxy-tunnel.ts";
