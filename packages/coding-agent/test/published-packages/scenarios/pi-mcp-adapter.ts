import assert from "node:assert/strict";
import { join } from "node:path";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

const server = join(import.meta.dirname, "../mcp-server.mjs");

export default {
  package: "pi-mcp-adapter",
  shows: "an MCP server over stdio is started, its tool is found by a search and called by the model",
  async prepare({ workspace }) {
    const mcpServers = { greeter: { command: process.execPath, args: [server] } };
    await workspace.write("../home/.config/mcp/mcp.json", JSON.stringify({ mcpServers }));
    return {};
  },
  async drive(tau) {
    tau.model(
      call("mcp", { connect: "greeter" }),
      call("mcp", { search: "greet" }),
      call("mcp", { tool: "greeter_greet", args: { name: "Ada" } }),
      say(),
    );
    await tau.prompt("greet Ada");
    assert.match(tau.result("mcp"), /Hello, Ada/);
  },
} satisfies Scenario;
