import type { McpServer } from "@agentclientprotocol/sdk";
import type { McpServerConfig } from "@tau/coding-agent";

/** Returns the configuration of a server that the client names, in the form of mcp.json. */
export function mcpServerConfig(server: McpServer): McpServerConfig {
  if ("url" in server) {
    const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]));
    // Tau's servers over SSE have a type of their own, which pi's interface does not name.
    return { type: server.type as "http", url: server.url, headers };
  }
  const { command, args, env } = server;
  return { command, args, env: Object.fromEntries(env.map(({ name, value }) => [name, value])) };
}
