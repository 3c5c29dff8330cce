import type { ExtensionManifest } from "@tau/coding-agent";

/** Tools of MCP servers. It is on where a file may name one; without one nothing of it is loaded. */
export const manifest: ExtensionManifest = {
  name: "mcp",
  description: "Connects MCP servers: their tools are found as mcp__<server>__<tool>",
  when: { mcpServers: true },
  // A run needs the tools; at a terminal they are there sooner, once the screen is.
  events: ["before_agent_start"],
  lateEvents: ["session_start", "session_shutdown", "mcp_servers_change"],
  load: () => import("./index.ts"),
};
