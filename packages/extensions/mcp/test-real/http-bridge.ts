import { spawn } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";

/** Offers a server that speaks over its input and output on streamable HTTP: each answer goes to the request with its id. */
export async function startBridge(
  { command, args }: { readonly command: string; readonly args: readonly string[] },
  env: Readonly<Record<string, string>> = {},
): Promise<{ url: string } & AsyncDisposable> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<unknown, ServerResponse>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, method } = JSON.parse(line) as { id?: unknown; method?: string };
    if (method === undefined) waiting.get(id)?.writeHead(200, { "content-type": "application/json" }).end(line);
    else if (id !== undefined)
      child.stdin.write(
        `${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Not over the bridge" } })}\n`,
      );
  });
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: unknown; method?: string };
    if (id === undefined || method === undefined) response.writeHead(202).end();
    else waiting.set(id, response);
    child.stdin.write(`${body}\n`);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
