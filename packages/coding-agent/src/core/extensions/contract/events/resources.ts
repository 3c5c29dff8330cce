import type { McpServerConfig } from "../mcp-server.ts";
import type { ExtensionMode, ExtensionUIContext } from "../ui.ts";

/** Asks whether this folder's own settings and resources may be used. Only the user's own extensions are asked. */
export interface ProjectTrustEvent {
  type: "project_trust";
  cwd: string;
}

export type ProjectTrustEventDecision = "yes" | "no" | "undecided";

export interface ProjectTrustEventResult {
  trusted: ProjectTrustEventDecision;
  remember?: boolean;
}

export interface ProjectTrustContext {
  cwd: string;
  mode: ExtensionMode;
  hasUI: boolean;
  ui: Pick<ExtensionUIContext, "select" | "confirm" | "input" | "notify">;
}

export type ProjectTrustHandler = (
  event: ProjectTrustEvent,
  ctx: ProjectTrustContext,
) => Promise<ProjectTrustEventResult> | ProjectTrustEventResult;

/** Emitted after `session_start`: extensions may name more folders to search. */
export interface ResourcesDiscoverEvent {
  type: "resources_discover";
  cwd: string;
  reason: "startup" | "reload";
}

export interface ResourcesDiscoverResult {
  skillPaths?: string[];
  promptPaths?: string[];
  themePaths?: string[];
}

export interface RegisteredMcpServer {
  name: string;
  config: McpServerConfig;
  extensionPath: string;
}

/** Handled by the extension that connects the MCP servers which extensions register. */
export interface McpServersChangeEvent {
  type: "mcp_servers_change";
  servers: RegisteredMcpServer[];
}
