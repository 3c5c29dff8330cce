import { concatBytes } from "../../framing/concat-bytes.ts";
import { BATCHED_SOCKET, BatchedReader } from "../body/batched-reader.ts";
import { giveUpConnecting } from "./connect-timeout.ts";
import type { HttpCall, HttpReply } from "./http-call.ts";
import type { NodeModules } from "./node-modules.ts";
import { type Route, routeOf } from "./node-route.ts";
import { proxyUnreachable } from "./proxy-error.ts";
import { MOST_HOPS, redirectedCall } from "./redirect.ts";

type ClientRequest = import("node:http").ClientRequest;
type IncomingMessage = import("node:http").IncomingMessage;

/**
 * Calls with Node's own HTTP client, on shared connections, through the proxy of the environment if there is one. Follows redirects as
 * `redirectedCall` allows.
 */
export async function callByNode(call: HttpCall, node: NodeModules, hops = 0): Promise<HttpReply> {
  const response = await respond(call, routeOf(call, node), node);
  // Without a listener, a connection lost before the first read would crash the process. Readers still get the error.
  response.on("error", () => undefined);
  const { statusCode = 0, headers } = response;
  const isFollowed = hops < MOST_HOPS && call.redirect !== "manual";
  const next = isFollowed ? redirectedCall(call, statusCode, headers.location) : undefined;
  if (next) {
    response.destroy();
    return await callByNode(next, node, hops + 1);
  }
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : `${value}`]),
    ),
    body: decoded(response, node),
  };
}

function respond(call: HttpCall, route: Route, node: NodeModules): Promise<IncomingMessage> {
  const { url, method, body, signal } = call;
  const http = node.getBuiltinModule(route.module);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const verb = method ?? (body === undefined ? "GET" : "POST");
  const options = { ...BATCHED_SOCKET, ...route.options, method: verb, ...(signal && { signal }) };
  let hasAnswer = false;
  const sent = http.request(route.url ?? url, options, (response) => {
    hasAnswer = true;
    resolve(response);
  });
  // While the connection is being made, a request does not notice an abort by itself.
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  let isConnected = false;
  sent.once("socket", (socket) => {
    // A reused connection is already connected: a listener would never be called and would accumulate.
    isConnected = !socket.connecting;
    if (isConnected) return;
    socket.once("connect", () => {
      isConnected = true;
    });
  });
  sent.on("error", (error) => {
    // The server closed the idle connection while it was used again, so that the request has not reached it.
    if (sent.reusedSocket && !hasAnswer && CLOSED.has((error as NodeJS.ErrnoException).code) && !signal?.aborted)
      resolve(respond(call, route, node));
    else reject(route.proxy && route.url && !isConnected ? proxyUnreachable(route.proxy, error) : error);
  });
  giveUpConnecting(sent);
  write(sent, body);
  return promise.finally(() => signal?.removeEventListener("abort", onAbort));
}

const CLOSED: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "EPIPE"]);

/** Sends the length first, because not every server accepts a chunked body. */
function write(request: ClientRequest, body: HttpCall["body"]): void {
  if (typeof body === "object") {
    request.setHeader("content-length", `${body.reduce((sum, piece) => sum + piece.length, 0)}`);
    for (const piece of body) request.write(piece);
  }
  request.end(typeof body === "string" ? body : undefined);
}

/** Decompresses the body. We do not ask for compression, but some servers compress anyway. */
function decoded(response: IncomingMessage, node: NodeModules): AsyncIterable<Uint8Array> {
  const encoding = response.headers["content-encoding"];
  if (!encoding || encoding === "identity") return chunksOf(response);
  const zlib = node.getBuiltinModule("node:zlib");
  const decoder = encoding === "br" ? zlib.createBrotliDecompress() : zlib.createUnzip();
  return node.getBuiltinModule("node:stream").pipeline(response, decoder, () => undefined);
}

const MOST_HELD_BYTES = 256 * 1024;

/**
 * Yields everything that arrived before a failure, even if it arrived before the first read: the response itself would drop unread data
 * when the connection breaks. Joins pieces that arrived since the last read: a server that flushes each word sends hundreds at once, and
 * each would cost the reader several turns of the event loop.
 */
function chunksOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  const held = new HeldChunks();
  response.on("data", (chunk: Uint8Array) => {
    if (held.add(chunk) >= MOST_HELD_BYTES) response.pause();
  });
  response.once("end", () => held.settle());
  response.once("error", (error) => held.settle(error));
  response.once("close", () => held.settle(response.complete ? undefined : new Error("the connection was closed")));
  return drain(response, held);
}

async function* drain(response: IncomingMessage, held: HeldChunks): AsyncGenerator<Uint8Array> {
  const batched = new BatchedReader(response.socket);
  try {
    for (;;) {
      for (let piece = held.take(); piece; piece = held.take()) {
        batched.read(piece.length);
        yield piece;
      }
      if (held.outcome?.error) throw held.outcome.error;
      if (held.outcome) return;
      response.resume();
      batched.wait();
      await held.changed();
    }
  } finally {
    batched.stop();
    response.destroy();
  }
}

/** The unread chunks, and how the response ended. */
class HeldChunks {
  outcome: { readonly error?: Error } | undefined;
  private chunks: Uint8Array[] = [];
  private bytes = 0;
  private wake: () => void = () => undefined;

  /** Returns the number of held bytes. */
  add(chunk: Uint8Array): number {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    this.wake();
    return this.bytes;
  }

  take(): Uint8Array | undefined {
    if (this.chunks.length === 0) return undefined;
    const piece = concatBytes(this.chunks);
    this.chunks = [];
    this.bytes = 0;
    return piece;
  }

  settle(error?: Error): void {
    this.outcome ??= error ? { error } : {};
    this.wake();
  }

  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
