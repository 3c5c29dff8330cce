import { type Readable, Writable } from "node:stream";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { AgentToolResult, ExtensionAPI, ModeContext } from "@tau/coding-agent";
import { runTask } from "./run-task.ts";
import { RUN_TASK } from "./run-task-description.ts";

/** Tools that only make sense in a conversation, and tools of other MCP servers, to which a client connects itself. */
const NOT_OFFERED = /^(?:mcp__.*|tool_search|ask|todo|task)$/;
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const TASK_INPUT = {
  type: "object" as const,
  properties: {
    task: { type: "string" as const, description: "What is to be done, with all that must be known for it" },
  },
  required: ["task"],
};

/**
 * Runs Tau as an MCP server on stdin and stdout, in both eras of the protocol. Each call passes the permission policy. A call that
 * would need the user's permission is refused, because there is no user to ask.
 */
export async function serve(pi: ExtensionAPI, ctx: ModeContext): Promise<number> {
  const over = Promise.withResolvers<number>();
  const output = new Writable({
    decodeStrings: false,
    write(chunk: unknown, _encoding, done) {
      ctx.write(String(chunk));
      done();
    },
  });
  const transport = new StdioServerTransport(ctx.input as Readable, output, { maxBufferSize: MAX_MESSAGE_BYTES });
  const handle = serveStdio(() => createTauServer(pi, ctx), {
    transport,
    onerror: (error) => void process.stderr.write(`${error.message}\n`),
  });
  ctx.input.once("end", () => over.resolve(0)).once("close", () => over.resolve(0));
  ctx.signal.addEventListener("abort", () => over.resolve(0), { once: true });
  const code = await over.promise;
  await handle.close();
  return code;
}

export function createTauServer(pi: ExtensionAPI, ctx: Pick<ModeContext, "tools" | "executeTool">): McpServer {
  const server = new McpServer({ name: "tau", version: "0.1.0" });
  for (const tool of ctx.tools()) {
    if (NOT_OFFERED.test(tool.name)) continue;
    const inputSchema = fromJsonSchema<Record<string, unknown>>(tool.parameters as never);
    server.registerTool(tool.name, { description: tool.description, inputSchema }, async (args, { mcpReq }) => {
      const { result, isError } = await ctx.executeTool(tool.name, args, { signal: mcpReq.signal });
      return asResult(result, isError);
    });
  }
  const inputSchema = fromJsonSchema<{ task: string }>(TASK_INPUT);
  server.registerTool("run_task", { description: RUN_TASK, inputSchema }, async ({ task }, { mcpReq }) => {
    const { text, isError } = await runTask(pi, task, { signal: mcpReq.signal, onStep: progressOf(mcpReq) });
    return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
  });
  return server;
}

/** Returns a function that reports progress while a task runs, if the client asked for it. */
function progressOf(request: ServerContext["mcpReq"]): (message: string) => void {
  const token = request._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (token === undefined) return;
    progress += 1;
    const params = { progressToken: token, progress, message };
    // Ignores errors, since the client may have disconnected.
    request.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

function asResult({ content }: AgentToolResult, isError: boolean): CallToolResult {
  return {
    content: content.map((block) =>
      block.type === "image"
        ? { type: "image", data: block.data, mimeType: block.mimeType }
        : { type: "text", text: block.text },
    ),
    ...(isError ? { isError } : {}),
  };
}
