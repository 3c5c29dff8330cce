import type { LspServer } from "../../resources/installed-plugins.ts";
import type { AgentDefinition } from "../../resources/items/agent-definition.ts";
import type { McpServer } from "../../resources/items/mcp-server.ts";
import type { Rule } from "../../resources/items/rule.ts";
import type { SshHost } from "../../resources/items/ssh-host.ts";
import type { HookSettings } from "../../resources/load-hook-settings.ts";

export type { AgentDefinition, HookSettings, LspServer, McpServer, Rule, SshHost };

/** A resource together with its origin. */
export type ListedResource<T> = Readonly<T> & {
  /** `auto` for a resource in its standard folder in Tau's home or in the project; otherwise the agent or package whose convention it follows. */
  readonly source: string;
  readonly scope: "user" | "project" | "temporary";
  /** Always true: the user's own resources are trusted, and those of a project are listed only if the project is trusted. */
  readonly trusted: true;
};

/** `ctx.resources`: resources of the user and of a trusted project for batteries to use. They are read again at each call. */
export interface ExtensionResources {
  /** Tau's home folder, with settings, sessions and caches. */
  readonly agentDir: string;
  /** Resolves to the definitions of agents that can be given work. */
  agents(): Promise<readonly ListedResource<AgentDefinition>[]>;
  /** Resolves to one line for each agent file that was left out: its path and what is wrong with it. */
  agentProblems(): Promise<readonly string[]>;
  /** Resolves to the rules and instructions for parts of the work. Of several with the same name, the first counts. */
  rules(): Promise<readonly ListedResource<Rule>[]>;
  /** Resolves to one line for each problem of a rule file: its path and what is wrong with it. */
  ruleProblems(): Promise<readonly string[]>;
  /** Resolves to the MCP servers in configuration files; those that extensions register are in `pi.getMcpServers()`. */
  mcpServers(): Promise<readonly ListedResource<McpServer>[]>;
  /** Resolves to the hooks in settings files, in Claude Code's format. They are not validated. */
  hooks(): Promise<readonly ListedResource<HookSettings>[]>;
  /** Resolves to the language servers of plugins. They are not validated. */
  lspServers(): Promise<readonly ListedResource<LspServer>[]>;
  /** Resolves to the machines in `ssh.json`; the user's own ssh configuration is not read. */
  sshHosts(): Promise<readonly ListedResource<SshHost>[]>;
}
