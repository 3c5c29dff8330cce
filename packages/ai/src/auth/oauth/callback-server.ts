import { AiError } from "../../ai-error.ts";

export interface CallbackServer {
  readonly redirectUri: string;
  /** The query of the first request with the right state. */
  readonly arrived: Promise<URLSearchParams>;
  close(): void;
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Tau</title>
<body style="font:16px system-ui;margin:20vh auto;max-width:30em;text-align:center"><p>`;

/**
 * Waits for the browser to return from a sign-in, on the loopback interface only. A request without our state gets status 400 and has no
 * effect.
 */
export async function startCallbackServer(options: {
  state?: string;
  port?: number;
  path?: string;
}): Promise<CallbackServer> {
  const http = globalThis.process?.getBuiltinModule?.("node:http");
  if (!http) throw new AiError("A sign-in with a browser needs a local server.", { code: "invalid-request" });
  const path = options.path ?? "/callback";
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = http.createServer((request, response) => {
    // Any local program may send a request, so the URL may be invalid.
    const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
    const query = url?.pathname === path ? url.searchParams : undefined;
    const isOurs = query && (!options.state || query.get("state") === options.state);
    response.writeHead(isOurs ? 200 : 400, { "content-type": "text/html; charset=utf-8", connection: "close" });
    response.end(PAGE + (isOurs ? outcome(query) : "This is not the sign-in Tau waits for."));
    if (isOurs) resolve(query);
  });
  // Browsers open spare connections: after the server is closed, they must not keep the program alive.
  server.on("connection", (socket) => socket.unref());
  await new Promise<void>((listening, failed) => {
    server.once("error", (cause) => failed(cannotListen(options.port, cause)));
    server.listen(options.port ?? 0, "127.0.0.1", listening);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : options.port;
  return { redirectUri: `http://127.0.0.1:${port}${path}`, arrived: promise, close: () => void server.close() };
}

function outcome(query: URLSearchParams): string {
  return query.has("code")
    ? "You are signed in. You can close this window."
    : "The sign-in was not completed. You can close this window and try again.";
}

function cannotListen(port: number | undefined, cause: Error): AiError {
  const where = port === undefined ? "on this machine" : `on port ${port}`;
  return new AiError(`The browser could not come back: nothing can listen ${where} (${cause.message}).`, {
    code: "network",
    cause,
  });
}
