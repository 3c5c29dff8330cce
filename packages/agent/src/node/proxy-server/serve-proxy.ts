import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

export interface ProxyServer {
  /** The address it listens at, for a client's `proxyUrl`. */
  readonly url: string;
  /** Stops listening and aborts active answers. */
  close(): Promise<void>;
}

export interface ServeProxyOptions {
  /** Default: this machine only. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Receives errors on the server's side. Default `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** Serves a `Request` to `Response` function over HTTP. */
export async function serveProxy(
  handler: (request: Request) => Promise<Response>,
  options: ServeProxyOptions = {},
): Promise<ProxyServer> {
  const { host = "127.0.0.1", port = 0, onError = (error) => console.error("Proxy:", error) } = options;
  const server = createServer((incoming, outgoing) => {
    handle(handler, incoming, outgoing).catch((error: unknown) => {
      if (outgoing.destroyed) return;
      onError(error);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`, close: () => close(server) };
}

async function handle(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const response = await handler(toRequest(incoming, gone.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing);
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: "half" } : {};
  return new Request(url, { method, headers, signal, ...body } as RequestInit);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
