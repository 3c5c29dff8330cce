export { encodeProxyEvent } from "./encode-event.ts";
export { streamProxy } from "./stream-proxy.ts";
export { PROXY_PATH, type ProxyAssistantMessageEvent, type ProxyRequest, type ProxyStreamOptions } from "./wire.ts";
