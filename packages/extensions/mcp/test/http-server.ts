import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly protocolVersion?: string };
}

export interface HttpMcpServer extends AsyncDisposable {
  readonly url: string;
  /** Method, path and headers of each request. */
  readonly requests: readonly { readonly line: string; readonly headers: IncomingMessage["headers"] }[];
  /** Forgets its sessions, as a server does that was started anew. */
  forget(): void;
}

/** A server of the legacy era over HTTP: `streamable`, or `sse` in the way of 2024. */
export async function startHttpServer(kind: "streamable" | "sse"): Promise<HttpMcpServer> {
  const requests: { line: string; headers: IncomingMessage["headers"] }[] = [];
  const state = { generation: 1 };
  const handle = kind === "sse" ? overSse() : overStreams(state);
  const server = createServer(async (request, response) => {
    requests.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    let body = "";
    for await (const chunk of request) body += String(chunk);
    handle(request, response, body);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests,
    forget: () => {
      state.generation += 1;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

function overSse(): Handler {
  let events: ServerResponse | undefined;
  return (request, response, body) => {
    if (request.method === "GET") {
      events = response.writeHead(200, { "content-type": "text/event-stream" });
      events.write("event: endpoint\ndata: /message\n\n");
    } else if (request.url === "/message") {
      const answer = answerTo(JSON.parse(body) as Message);
      if (answer) events?.write(`event: message\ndata: ${JSON.stringify(answer)}\n\n`);
      response.writeHead(202).end();
    } else response.writeHead(405).end();
  };
}

function overStreams(state: { readonly generation: number }): Handler {
  return (request, response, body) => {
    const own = `s${state.generation}`;
    const { "mcp-session-id": session = own } = request.headers;
    if (request.method !== "POST") return void response.writeHead(405).end();
    if (session !== own) return void response.writeHead(404).end();
    const message = JSON.parse(body) as Message;
    const answer = answerTo(message);
    if (!answer) return void response.writeHead(202).end();
    // Both forms of an answer are in use.
    const isStream = message.method === "tools/call";
    const text = JSON.stringify(answer);
    const type = isStream ? "text/event-stream" : "application/json";
    response.writeHead(200, { "mcp-session-id": own, "content-type": type });
    response.end(isStream ? `event: message\ndata: ${text}\n\n` : text);
  };
}

function answerTo({ id, method, params = {} }: Message): object | undefined {
  if (id === undefined) return undefined;
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "http", version: "1" },
    },
    "tools/list": { tools: [{ name: "where", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "over HTTP" }] },
  };
  const result = results[method ?? ""];
  return { jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "Method not found" } }) };
}
