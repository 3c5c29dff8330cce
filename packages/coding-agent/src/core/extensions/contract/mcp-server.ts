export type McpExposure = "codemode" | "deferred" | "direct" | "hidden";

interface McpServerBase {
  exposure?: McpExposure;
  description?: string;
  toolExposure?: Record<string, McpExposure>;
  enabled?: boolean;
  /** Seconds per request. */
  timeout?: number;
}

export interface McpStdioServerConfig extends McpServerBase {
  type?: "stdio";
  command: string;
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
}

export interface McpHttpServerConfig extends McpServerBase {
  type?: "http";
  url: string;
  headers?: Record<string, string>;
  oauth?: Record<string, unknown>;
  auth?: { provider: string };
}

/** One entry of `mcpServers` in mcp.json. */
export type McpServerConfig = McpStdioServerConfig | McpHttpServerConfig;
