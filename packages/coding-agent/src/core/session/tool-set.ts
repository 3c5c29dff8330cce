import type { AgentTool } from "@tau/agent";

/** A tool, and what the system prompt says of it while it is active. */
export interface SessionTool {
  readonly tool: AgentTool;
  readonly snippet?: string;
  readonly guidelines?: readonly string[];
}

/** The tools that exist in a session, and those of them that the model is offered. */
export class ToolSet {
  private readonly tools = new Map<string, SessionTool>();
  private active: string[] = [];
  /** May change what is said of active tools, and leave some out. */
  arrange: ((active: readonly SessionTool[]) => SessionTool[]) | undefined;

  /** A tool registered later under the same name takes the place of the earlier one. */
  register(tool: SessionTool): void {
    this.tools.set(tool.tool.name, tool);
  }

  unregister(name: string): void {
    this.tools.delete(name);
    this.active = this.active.filter((other) => other !== name);
  }

  get(name: string): SessionTool | undefined {
    return this.tools.get(name);
  }

  all(): SessionTool[] {
    return [...this.tools.values()];
  }

  /** Unknown names are passed over. */
  activate(names: readonly string[]): void {
    this.active = [...new Set(names)].filter((name) => this.tools.has(name));
  }

  activeNames(): string[] {
    return [...this.active];
  }

  /** What the model is offered: the active tools, as far as none of them speaks for others. */
  declaredTools(): SessionTool[] {
    const active = this.activeTools();
    return this.arrange?.(active) ?? active;
  }

  activeTools(): SessionTool[] {
    return this.active.flatMap((name) => this.tools.get(name) ?? []);
  }
}
