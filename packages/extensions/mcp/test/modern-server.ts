import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import {
  acceptedContent,
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";

export interface ModernServer extends AsyncDisposable {
  readonly url: string;
  /** The methods that were asked for, oldest first. */
  readonly methods: readonly string[];
}

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
const anything = fromJsonSchema<Record<string, unknown>>({ type: "object" });
const FORM = { type: "object" as const, properties: { city: { type: "string" as const } }, required: ["city"] };

/** A server of the newer, stateless protocol, on the server package. */
export async function startModernServer(): Promise<ModernServer> {
  const methods: string[] = [];
  const { fetch } = createMcpHandler(() => makeServer());
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (body !== "") methods.push((JSON.parse(body) as { method: string }).method);
    const answer = await fetch(
      new Request(new URL(request.url ?? "/", "http://127.0.0.1"), {
        method: request.method ?? "GET",
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
        ...(body === "" ? {} : { body }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(response);
    else response.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    methods,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

function makeServer(): McpServer {
  const server = new McpServer({ name: "modern", version: "1" });
  server.registerTool("sound", { description: "Plays a sound" }, async () => ({
    content: [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }],
  }));
  server.registerTool("weather", { description: "The weather", inputSchema: anything }, async (_args, ctx) => {
    const given = await acceptedContent(ctx.mcpReq.inputResponses, "where", fromJsonSchema<{ city: string }>(FORM));
    if (given) return text(`Rain in ${given.city}`);
    return inputRequired({
      inputRequests: { where: inputRequired.elicit({ message: "Which city?", requestedSchema: FORM }) },
    });
  });
  server.registerPrompt(
    "review",
    {
      description: "Reviews a file",
      argsSchema: fromJsonSchema<{ file: string }>({
        type: "object",
        properties: { file: { type: "string" } },
        required: ["file"],
      }),
    },
    async ({ file }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Review ${file} with care.` } }],
    }),
  );
  server.registerResource("notes", "note://today", { description: "What is on today" }, async (uri) => ({
    contents: [{ uri: uri.href, text: "Buy milk.", mimeType: "text/plain" }],
  }));
  server.registerResource(
    "any-note",
    new ResourceTemplate("note://day/{day}", { list: undefined }),
    {},
    async (uri, { day }) => ({ contents: [{ uri: uri.href, text: `Notes of ${String(day)}.` }] }),
  );
  return server;
}
