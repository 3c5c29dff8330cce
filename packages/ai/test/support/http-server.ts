import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: RecordedRequest[];
}

export type Answer = (response: ServerResponse, request: RecordedRequest) => void | Promise<void>;

/** A real HTTP server on loopback; the answers are given in turn, the last one again and again. */
export function startServer(...answers: Answer[]): Promise<TestServer> {
  return listen(answers, (listener) => createServer(listener));
}

/** The same behind TLS. */
export function startSecureServer(identity: { key: string; cert: string }, ...answers: Answer[]): Promise<TestServer> {
  return listen(answers, (listener) => createSecureServer(identity, listener));
}

async function listen(answers: Answer[], create: (listener: RequestListener) => Server): Promise<TestServer> {
  const requests: RecordedRequest[] = [];
  const server = create(async (incoming, response) => {
    const chunks = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
    const text = Buffer.concat(chunks).toString();
    const request = {
      method: incoming.method ?? "",
      url: incoming.url ?? "",
      headers: incoming.headers,
      body: parseBody(text),
    };
    requests.push(request);
    await answers[Math.min(requests.length, answers.length) - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const scheme = "setSecureContext" in server ? "https" : "http";
  return { url: `${scheme}://127.0.0.1:${port}`, requests, [Symbol.asyncDispose]: () => close(server) };
}

/** A whole event stream, one `data` line per value. */
export function sse(...events: (object | string)[]): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map(frame).join(""));
  };
}

export function frame(event: object | string): string {
  return `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;
}

export function status(code: number, body: object | string, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(code, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

function parseBody(text: string): Record<string, unknown> {
  return text.startsWith("{") ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
