import type { AgentTool } from "@tau/agent";

/** The tools that exist in a session, and those of them that the model is offered. */
export class ToolSet {
  private readonly tools = new Map<string, AgentTool>();
  private active: string[] = [];

  /** A tool registered later under the same name takes the place of the earlier one. */
  register(tool: AgentTool): void {
    this.tools.set(tool.name, tool);
  }

  unregister(name: string): void {
    this.tools.delete(name);
    this.active = this.active.filter((other) => other !== name);
  }

  get(name: string): AgentTool | undefined {
    return this.tools.get(name);
  }

  all(): AgentTool[] {
    return [...this.tools.values()];
  }

  /** Unknown names are passed over. */
  activate(names: readonly string[]): void {
    this.active = [...new Set(names)].filter((name) => this.tools.has(name));
  }

  activeNames(): string[] {
    return [...this.active];
  }

  activeTools(): AgentTool[] {
    return this.active.flatMap((name) => this.tools.get(name) ?? []);
  }
}
