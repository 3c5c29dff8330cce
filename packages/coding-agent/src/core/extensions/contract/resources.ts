import type { AgentDefinition } from "../../resources/items/agent-definition.ts";
import type { McpServer } from "../../resources/items/mcp-server.ts";
import type { Rule } from "../../resources/items/rule.ts";
import type { SshHost } from "../../resources/items/ssh-host.ts";

export type { AgentDefinition, McpServer, Rule, SshHost };

/** A resource with where it comes from. */
export type ListedResource<T> = Readonly<T> & {
  /** `auto`: a folder for it in Tau's home or in the project; else the agent or package whose convention it follows. */
  readonly source: string;
  readonly scope: "user" | "project" | "temporary";
  /** The user's own are; those of a project are listed only where it is trusted. */
  readonly trusted: true;
};

/** `ctx.resources`: what the user and a trusted project bring for batteries to use, read anew at each call. */
export interface ExtensionResources {
  /** Tau's home, where settings, sessions and caches are. */
  readonly agentDir: string;
  /** Definitions of agents that work can be handed to. */
  agents(): Promise<readonly ListedResource<AgentDefinition>[]>;
  /** Files of agents that were left out, one line for each: the path and what is wrong. */
  agentProblems(): Promise<readonly string[]>;
  rules(): Promise<readonly ListedResource<Rule>[]>;
  /** As files describe them; those that extensions register are in `pi.getMcpServers()`. */
  mcpServers(): Promise<readonly ListedResource<McpServer>[]>;
  /** Machines of `ssh.json`; the user's own ssh configuration is not read. */
  sshHosts(): Promise<readonly ListedResource<SshHost>[]>;
}
