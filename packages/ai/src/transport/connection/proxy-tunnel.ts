import { giveUpConnecting } from "./connect-timeout.ts";
import type { NodeModules } from "./node-modules.ts";
import { proxyRefused, proxyUnreachable } from "./proxy-error.ts";
import type { HttpProxy } from "./proxy-for.ts";

type Socket = import("node:net").Socket;

/** Opens a connection to `target` (`host:port`) through the proxy. The signal aborts the attempt. */
export function openTunnel(
  proxy: HttpProxy,
  target: string,
  node: NodeModules,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  const http = node.getBuiltinModule(proxy.url.protocol === "https:" ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    const asked = http.request(proxy.url.origin, {
      method: "CONNECT",
      path: target,
      headers: { host: target, ...proxyAuthorization(proxy) },
      agent: false,
      ...(signal && { signal }),
    });
    giveUpConnecting(asked);
    asked.once("connect", (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(proxyRefused(proxy, target, response.statusCode ?? 0));
    });
    asked.once("error", (error) => reject(proxyUnreachable(proxy, error)));
    asked.end();
  });
}

export function proxyAuthorization({ url }: HttpProxy): Record<string, string> {
  if (!url.username && !url.password) return {};
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  return { "proxy-authorization": `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(pair)))}` };
}

/** Decodes escapes. Text with a bare percent sign is not escaped and is used unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
