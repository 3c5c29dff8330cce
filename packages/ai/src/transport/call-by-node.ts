import type { HttpCall, HttpReply } from "./http-call.ts";
import type { NodeModules } from "./node-modules.ts";

/** Whether the environment names a proxy for an address. */
export async function isProxied(url: string): Promise<boolean> {
  const { proxyFor } = await import("./proxy-for.ts");
  return proxyFor(url) !== undefined;
}

/** One request through Node's own client. Loaded with the first call, so that importing the library stays cheap. */
export async function callByNode(call: HttpCall, node: NodeModules): Promise<HttpReply> {
  const http = await import("./node-http.ts");
  return await http.callByNode(call, node);
}
