/** The HTTP client that requests to models go through, for programs that make other requests: proxies, certificates, limits. */
export type { HttpCall, HttpReply } from "./transport/http-call.ts";
export { callByNode } from "./transport/node-http.ts";
export { proxyFor } from "./transport/proxy-for.ts";
