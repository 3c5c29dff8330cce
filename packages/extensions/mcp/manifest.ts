import type { ExtensionManifest } from "@tau/coding-agent";

/** Connects MCP servers. Enabled if a file may name a server; without one, no code of the extension is loaded. */
export const manifest: ExtensionManifest = {
  name: "mcp",
  description: "Connects MCP servers: their tools are found as mcp__<server>__<tool>",
  when: { mcpServers: true },
  commands: {
    mcp: {
      description: "Show MCP servers; restart, switch or sign in to one, show what it offers and its log",
      words: ["restart", "enable", "disable", "tools", "prompts", "resources", "logs", "login", "logout"],
    },
  },
  subcommand: {
    description: "Add, remove, list and test MCP servers; be one",
    usage: [
      "tau mcp list",
      "tau mcp add [--env NAME=VALUE] <name> -- <command> [arguments]",
      "tau mcp add [--transport http|sse] [--header 'Name: value'] <name> <url>",
      "tau mcp add-json <name> <JSON>",
      "tau mcp remove <name>",
      "tau mcp test|logs|import [names]",
      "tau mcp login [--scope 'a b'] <name>",
      "tau mcp logout <name>",
      "tau mcp serve [options]",
    ],
    modeWord: "serve",
    words: ["serve", "add", "add-json", "remove", "list", "test", "logs", "import", "login", "logout"],
  },
  services: ["mcp-servers"],
  mode: { description: "Tau as an MCP server on stdin and stdout: its tools, and tasks in this folder" },
  // A run needs the tools before it starts; in the terminal UI, the servers are started as soon as the screen is drawn.
  events: ["before_agent_start", "input"],
  lateEvents: ["session_start", "session_shutdown", "mcp_servers_change"],
  wants: (event) => event.type !== "input" || /^\/mcp__|@[\w.-]+:/.test(event.text),
  load: () => import("./index.ts"),
};
