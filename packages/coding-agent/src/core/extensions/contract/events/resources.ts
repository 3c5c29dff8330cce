import type { McpServerConfig } from "../mcp-server.ts";
import type { ExtensionMode, ExtensionUIContext } from "../ui.ts";

/** May this folder's own settings and resources be used? Asked of the user's extensions only. */
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

/** After `session_start`: extensions may name more folders to look in. */
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

/** Who handles it connects the servers that extensions register. */
export interface McpServersChangeEvent {
  type: "mcp_servers_change";
  servers: RegisteredMcpServer[];
}
