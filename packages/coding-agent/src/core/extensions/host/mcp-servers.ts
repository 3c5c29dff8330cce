import type { McpServerConfig, RegisteredMcpServer } from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** The MCP servers that extensions register. An extension that handles `mcp_servers_change` connects them. */
export class McpServerRegistry {
  private readonly servers = new Map<string, RegisteredMcpServer>();
  private listener: (() => void) | undefined;

  register(server: RegisteredMcpServer): void {
    const problem = validate(server.name, server.config) ?? this.ownerProblem(server);
    if (problem) throw new ExtensionHostError("invalid-registration", problem);
    this.servers.set(server.name, server);
    this.listener?.();
  }

  /** Removes a server. Only the extension that registered it may do so. */
  unregister(name: string, extensionPath: string): void {
    if (this.servers.get(name)?.extensionPath !== extensionPath) return;
    this.servers.delete(name);
    this.listener?.();
  }

  get(name: string): RegisteredMcpServer | undefined {
    return this.list().find((server) => server.name === name);
  }

  list(): RegisteredMcpServer[] {
    return [...this.servers.values()].map((server) => ({ ...server, config: structuredClone(server.config) }));
  }

  setChangeListener(listener: (() => void) | undefined): void {
    this.listener = listener;
  }

  private ownerProblem({ name, extensionPath }: RegisteredMcpServer): string | undefined {
    const owner = this.servers.get(name)?.extensionPath;
    return owner === undefined || owner === extensionPath
      ? undefined
      : `The MCP server "${name}" is already registered by ${owner}. Choose another name.`;
  }
}

function validate(name: string, config: McpServerConfig): string | undefined {
  if (!NAME.test(name)) return `"${name}" is no name for an MCP server: use letters, digits, "-" and "_".`;
  const { command, url } = config as { command?: unknown; url?: unknown };
  if (typeof command === "string" || typeof url === "string") return undefined;
  return `The MCP server "${name}" needs a command or a url.`;
}
