import type { PostAnswer, PostRequest } from "./post.ts";

export type NodeModules = Pick<NodeJS.Process, "getBuiltinModule">;
type Http = Pick<typeof import("node:http"), "request">;
type IncomingMessage = import("node:http").IncomingMessage;
type ClientRequest = import("node:http").ClientRequest;

const CONNECT_TIMEOUT_MS = 10_000;

/** The modules of Node where this runs on it; `undefined` elsewhere. */
export function nodeModules(): NodeModules | undefined {
  const { process } = globalThis as { process?: NodeJS.Process };
  return process?.getBuiltinModule ? process : undefined;
}

/**
 * A POST over Node's own HTTP client, on its shared connections. `undefined` if the server has moved: what may be sent
 * where then is a matter of rules that `fetch` has.
 */
export async function postByNode(request: PostRequest, node: NodeModules): Promise<PostAnswer | undefined> {
  const response = await respond(request, node);
  // Without a listener, a connection lost before anyone reads would end the process. Readers get the error all the same.
  response.on("error", () => undefined);
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400 && response.headers.location) {
    response.destroy();
    return undefined;
  }
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(", ") : `${value}`,
      ]),
    ),
    body: decoded(response, node),
  };
}

function respond({ url, headers, body, signal }: PostRequest, node: NodeModules): Promise<IncomingMessage> {
  const http: Http = node.getBuiltinModule(url.startsWith("https:") ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method: "POST", headers, signal }, resolve);
    sent.on("error", reject);
    giveUpConnecting(sent);
    sent.end(body);
  });
}

/** An address that swallows packets would otherwise be waited for as long as the kernel likes: minutes. */
function giveUpConnecting(sent: ClientRequest): void {
  sent.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      sent.destroy(
        Object.assign(new Error(`no connection after ${CONNECT_TIMEOUT_MS / 1000} s`), { code: "ETIMEDOUT" }),
      );
    }, CONNECT_TIMEOUT_MS);
    socket.once("connect", () => clearTimeout(timer));
    sent.once("close", () => clearTimeout(timer));
  });
}

/** We do not ask for compression; some servers compress all the same. */
function decoded(response: IncomingMessage, node: NodeModules): AsyncIterable<Uint8Array> {
  const encoding = response.headers["content-encoding"];
  if (!encoding || encoding === "identity") return chunksOf(response);
  const zlib = node.getBuiltinModule("node:zlib");
  const decoder = encoding === "br" ? zlib.createBrotliDecompress() : zlib.createUnzip();
  return node.getBuiltinModule("node:stream").pipeline(response, decoder, () => undefined);
}

const HELD_CHUNKS = 64;

/** Everything that came, and only then the failure: iterating the response itself would forget what is unread when the connection breaks. */
async function* chunksOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  let outcome: { readonly error?: Error } | undefined;
  let wake: () => void = () => undefined;
  const settle = (error?: Error) => {
    outcome ??= error ? { error } : {};
    wake();
  };
  response.on("data", (chunk: Uint8Array) => {
    held.push(chunk);
    if (held.length >= HELD_CHUNKS) response.pause();
    wake();
  });
  response.once("end", () => settle());
  response.once("error", settle);
  response.once("close", () => settle(response.complete ? undefined : new Error("the connection was closed")));
  try {
    for (;;) {
      for (let chunk = held.shift(); chunk; chunk = held.shift()) yield chunk;
      if (outcome?.error) throw outcome.error;
      if (outcome) return;
      response.resume();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    response.destroy();
  }
}
