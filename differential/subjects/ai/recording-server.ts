import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { zstdDecompressSync } from "node:zlib";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What the HTTP client of a library adds by itself: a program neither sets nor reads it. */
const CLIENT_HEADERS =
  /^(host|connection|content-length|transfer-encoding|user-agent|accept|accept-language|accept-encoding|sec-fetch-mode|x-stainless-.*|amz-sdk-.*|x-amz-(date|content-sha256|user-agent)|x-goog-api-client)$/;

interface Server {
  readonly url: string;
  requests: RecordedRequest[];
  responses: readonly ScriptedResponse[];
}

let running: Promise<Server> | undefined;

/**
 * Runs `use` with a server on loopback that gives the responses in turn, the last one again and again. Returns what `use` returned and the requests
 * in their order. One server serves the whole process: inputs are run one after the other.
 */
export async function withServer<T>(
  responses: readonly ScriptedResponse[],
  use: (url: string) => Promise<T>,
): Promise<{ result: T; requests: readonly RecordedRequest[] }> {
  running ??= start();
  const server = await running;
  server.requests = [];
  server.responses = responses;
  const result = await use(server.url);
  return { result, requests: server.requests };
}

async function start(): Promise<Server> {
  const state: Server = { url: "", requests: [], responses: [] };
  const http = createServer((request, response) => void answer(state, request, response));
  http.unref();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}` });
}

async function answer(server: Server, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
  const headers = Object.entries(incoming.headers).filter(([name]) => !CLIENT_HEADERS.test(name));
  server.requests.push({
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: Object.fromEntries(headers.map(([name, value]) => [name, plainHeader(name, value)])),
    body: parse(decoded(Buffer.concat(chunks), incoming.headers["content-encoding"])),
  });
  const { responses } = server;
  const next = responses[Math.min(server.requests.length, responses.length) - 1] ?? { body: "" };
  outgoing.writeHead(next.status ?? 200, next.headers ?? { "content-type": "text/event-stream" });
  outgoing.end(next.body);
}

/** A signature holds the time: only its kind is compared. */
function plainHeader(name: string, value: unknown): unknown {
  if (name === "authorization" && String(value).startsWith("AWS4")) return "AWS4";
  return value;
}

function decoded(body: Buffer, encoding: string | undefined): string {
  return (encoding === "zstd" ? zstdDecompressSync(body) : body).toString();
}

function parse(text: string): unknown {
  if (!text.startsWith("{")) return text;
  return JSON.parse(text) as unknown;
}

/** What both libraries say in place of what cannot be sent: wording. */
const PLACEHOLDERS = [
  /[[(](tool )?image omitted: [^\])]*[\])]/g,
  /No result: the call was interrupted before it finished\.|No result provided/g,
  /\(no (tool )?output\)/g,
];
const MADE_UP_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A request without what differs between two runs or is only wording. */
export function comparableRequest(request: RecordedRequest): RecordedRequest {
  const text = JSON.stringify(request).replaceAll(MADE_UP_ID, "<uuid>");
  return JSON.parse(
    PLACEHOLDERS.reduce((result, words) => result.replaceAll(words, "<placeholder>"), text),
  ) as RecordedRequest;
}
