import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { waitUntil } from "../wait-until.ts";
import { answerFailure } from "./answer-failure.ts";
import { answerLookup } from "./answer-lookup.ts";
import { deliver } from "./deliver.ts";
import { createHttpSink } from "./http-sink.ts";
import { ModelRequest } from "./model-request.ts";
import type { ModelProtocol, ModelProtocolName } from "./protocol.ts";
import { protocolOf } from "./protocols/index.ts";
import { type ModelScript, ScriptReader } from "./script.ts";
import { isFailure, type ModelTurn, resolveTurn } from "./turn.ts";
import { acceptWebSocket, createWebSocketSink, readWebSocket } from "./websocket.ts";

export interface ModelServerOptions {
  readonly script: ModelScript;
}

/**
 * A model on a loopback port that answers from a script, in every protocol that Tau supports.
 * The path determines the protocol, so one server can serve clients of several.
 */
export class ModelServer implements AsyncDisposable {
  readonly requests: ModelRequest[] = [];
  private readonly http: Server;
  private readonly upgraded = new Set<Duplex>();
  private readonly waiting = new Set<() => void>();
  private reader: ScriptReader;

  constructor(options: ModelServerOptions) {
    this.reader = new ScriptReader(options.script);
    this.http = createServer((request, response) => void this.serve(request, response));
    // A server that closes an idle connection just when a slow client uses it again is a case of its own.
    this.http.keepAliveTimeout = 120_000;
    this.http.on("upgrade", (request, socket, head) => this.upgrade(request, socket, head));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.http.once("error", reject);
      this.http.listen(0, "127.0.0.1", resolve);
    });
  }

  /** The URL without a trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  /** Returns a base URL under which every path belongs to this protocol. */
  endpoint(protocol: ModelProtocolName): string {
    return `${this.url}/${protocol}`;
  }

  /** Starts over with another script and an empty list of requests. */
  rescript(script: ModelScript): void {
    this.reader = new ScriptReader(script);
    this.requests.length = 0;
  }

  /** Resolves to the first request, earlier or later, that satisfies `matches`. */
  async waitForRequest(
    matches: (request: ModelRequest) => boolean = () => true,
    timeoutMs = 30_000,
  ): Promise<ModelRequest> {
    const describe = () => `None of ${this.requests.length} requests was the one waited for`;
    const changed = () => new Promise<void>((resolve) => this.waiting.add(resolve));
    return await waitUntil(() => this.requests.find(matches), { timeoutMs, changed, describe });
  }

  async close(): Promise<void> {
    for (const socket of this.upgraded) socket.destroy();
    const closed = new Promise<void>((resolve) => this.http.close(() => resolve()));
    this.http.closeAllConnections();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedAt = performance.timeOrigin + performance.now();
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const bytes = await readBody(request);
    const protocol = request.method === "POST" ? protocolOf(pathname) : undefined;
    if (bytes === undefined) return;
    if (protocol === undefined) return answerLookup(request.method ?? "GET", pathname, response);
    const recorded = this.record(request, protocol, pathname, bytes, arrivedAt);
    response.once("close", () => this.end(recorded));
    try {
      await this.answer(recorded, protocol, response);
    } catch (error) {
      // A script that throws is a mistake in the test: the client sees the error, with a status that is not retried.
      response.writeHead(400, { "content-type": "text/plain" }).end(`The script threw: ${String(error)}`);
    }
  }

  private async answer(request: ModelRequest, protocol: ModelProtocol, response: ServerResponse): Promise<void> {
    const reply = await this.reader.reply(request);
    if (isFailure(reply)) return answerFailure(reply, protocol, response);
    const turn = resolveTurn(reply, request.index);
    if (!protocol.wantsStream(request.path, request.body)) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(protocol.whole(turn, request)));
      return;
    }
    response.writeHead(200, { "content-type": protocol.contentType, "cache-control": "no-cache" });
    response.flushHeaders();
    await deliver(protocol.events(turn, request), protocol, createHttpSink(response), {
      pace: reply.pace,
      breakage: reply.breakage,
      batch: 32,
    });
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Uint8Array): void {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const protocol = protocolOf(pathname);
    this.upgraded.add(socket);
    socket.once("close", () => this.upgraded.delete(socket));
    socket.on("error", () => socket.destroy());
    if (protocol === undefined || !protocol.name.endsWith("responses")) {
      socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    acceptWebSocket(request, socket);
    readWebSocket(socket, head, (text) => {
      const arrivedAt = performance.timeOrigin + performance.now();
      const recorded = this.record(request, protocol, pathname, Buffer.from(text), arrivedAt);
      void this.answerMessage(recorded, overWebSocket(protocol), socket);
    });
  }

  private async answerMessage(request: ModelRequest, protocol: ModelProtocol, socket: Duplex): Promise<void> {
    const reply = await this.reader.reply(request);
    const sink = createWebSocketSink(socket);
    if (!isFailure(reply)) await this.streamMessages(reply, request, protocol, socket);
    else if (reply.failure === "reset" || reply.failure === "html") sink.destroy();
    else if (reply.failure === "silence") await sink.closed();
    else {
      const { status, body } = protocol.failure(reply.failure);
      const message = { type: "error", status, ...(body as Record<string, unknown>) };
      await sink.write(JSON.stringify(message));
    }
    this.end(request);
  }

  private async streamMessages(
    turn: ModelTurn,
    request: ModelRequest,
    protocol: ModelProtocol,
    socket: Duplex,
  ): Promise<void> {
    const events = protocol.events(resolveTurn(turn, request.index), request);
    const delivery = { pace: turn.pace, breakage: turn.breakage, batch: 1 };
    await deliver(events, protocol, createWebSocketSink(socket), delivery);
  }

  private record(
    request: IncomingMessage,
    protocol: ModelProtocol,
    path: string,
    bytes: Uint8Array,
    arrivedAt: number,
  ): ModelRequest {
    const { headers, method = "GET" } = request;
    const index = this.requests.length;
    const recorded = new ModelRequest({ index, protocol: protocol.name, method, path, headers, bytes, arrivedAt });
    this.requests.push(recorded);
    this.wake();
    return recorded;
  }

  private end(request: ModelRequest): void {
    request.endedAt = performance.timeOrigin + performance.now();
    this.wake();
  }

  private wake(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const resolve of waiting) resolve();
  }
}

export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const server = new ModelServer(options);
  await server.listen();
  return server;
}

/** Returns the protocol without framing, because over a WebSocket each message is one event. */
function overWebSocket(protocol: ModelProtocol): ModelProtocol {
  return { ...protocol, frame: (event) => JSON.stringify(event.payload) };
}

/** Resolves to undefined if the client disconnected before sending the whole body. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
