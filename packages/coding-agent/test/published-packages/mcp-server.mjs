// A small MCP server over stdio: one tool, which greets.
import { createInterface } from "node:readline";

const tool = {
  name: "greet",
  description: "Greets someone",
  inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "greeter", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ arguments: { name } }) => ({ content: [{ type: "text", text: `Hello, ${name}` }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method]?.(params);
  const error = { code: -32601, message: `There is no ${method}` };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) })}\n`);
}
