import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  readonly method: string;
  /** The path with its query, decoded. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a text. */
  readonly body?: unknown;
  /** Ends the connection after this many bytes of the body. */
  readonly cutAt?: number;
}

export type Route = Reply | ((request: ReceivedRequest) => Reply);

/** A GitHub on loopback: routes by `METHOD /path` as the REST documentation names them, with or without the query. */
export interface GithubServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  readonly routes: Record<string, Route>;
  /** How many requests there were for a path. */
  count(path: string): number;
}

export async function startGithubServer(given: Record<string, Route> = {}): Promise<GithubServer> {
  const requests: ReceivedRequest[] = [];
  const routes = { ...given };
  const server = createServer(async (incoming, outgoing) => {
    const request = await received(incoming);
    requests.push(request);
    const [bare = ""] = request.path.split("?");
    const route = routes[`${request.method} ${request.path}`] ?? routes[`${request.method} ${bare}`] ?? NOT_FOUND;
    answer(outgoing, request, typeof route === "function" ? route(request) : route);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    routes,
    count: (path) => requests.filter((request) => request.path.split("?")[0] === path).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The body of an error as documented: https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api */
export const NOT_FOUND: Reply = {
  status: 404,
  body: { message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" },
};

async function received(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const { method = "", url = "", headers } = incoming;
  return {
    method,
    path: decodeURIComponent(url),
    headers,
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
  };
}

function answer(
  outgoing: ServerResponse,
  request: ReceivedRequest,
  { status = 200, headers = {}, body, cutAt }: Reply,
): void {
  const isText = typeof body === "string";
  const text = isText ? body : JSON.stringify(body ?? {});
  const etag = headers.etag;
  if (etag !== undefined && request.headers["if-none-match"] === etag) {
    outgoing.writeHead(304, { etag }).end();
    return;
  }
  const type = isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
  outgoing.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text), ...headers });
  if (cutAt === undefined) outgoing.end(text);
  else outgoing.write(text.slice(0, cutAt), () => outgoing.destroy());
}
