/**
 * Sessions over HTTP: POST /prompt with `{"message": "…"}` answers with the events of the run as a stream of server-sent events.
 * Run it with: node examples/sse-server.ts [port]
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createAgentSession, SessionManager, toJsonEvent } from "@tau/coding-agent";

const { session } = await createAgentSession({ sessionManager: SessionManager.inMemory() });
await session.bindExtensions();

const server = createServer((request, response) => {
  if (request.method !== "POST" || request.url !== "/prompt") response.writeHead(404).end();
  // A page in a browser on this machine reaches us too, and says where it is from: it must not set an agent to work.
  else if (request.headers.origin !== undefined) response.writeHead(403).end();
  else
    answer(request, response).catch((error: Error) =>
      response.end(`event: error\ndata: ${JSON.stringify(error.message)}\n\n`),
    );
});

server.listen(Number(process.argv[2] ?? 8787), "127.0.0.1", () => {
  console.log(JSON.stringify(server.address()));
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { message } = JSON.parse(Buffer.concat(chunks).toString()) as { message: string };
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const unsubscribe = session.subscribe((event) => {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(toJsonEvent(event))}\n\n`);
  });
  // A reader that goes away stops the run it asked for.
  response.on("close", () => void (session.isIdle || session.abort()));
  try {
    await session.prompt(message);
  } finally {
    unsubscribe();
    response.end();
  }
}
