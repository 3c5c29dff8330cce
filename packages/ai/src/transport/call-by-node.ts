import type { HttpCall, HttpReply } from "./http-call.ts";
import type { NodeModules } from "./node-modules.ts";

/** One request through Node's own client. Loaded with the first call, so that importing the library stays cheap. */
export async function callByNode(call: HttpCall, node: NodeModules): Promise<HttpReply> {
  const http = await import("./node-http.ts");
  return await http.callByNode(call, node);
}
