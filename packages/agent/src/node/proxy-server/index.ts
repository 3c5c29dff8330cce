export { createProxyHandler, type ProxyHandlerOptions } from "./proxy-handler.ts";
export { type ProxyServer, type ServeProxyOptions, serveProxy } from "./serve-proxy.ts";
export { authenticateByToken } from "./token-authenticator.ts";
