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
  /** Until something changes. */
  private declared: SessionTool[] | undefined;
  /** May change what is said of active tools, and leave some out. */
  private arrange: ((active: readonly SessionTool[]) => SessionTool[]) | undefined;

  arrangeBy(arrange: (active: readonly SessionTool[]) => SessionTool[]): void {
    this.arrange = arrange;
    this.declared = undefined;
  }

  /** A tool registered later under the same name takes the place of the earlier one. */
  register(tool: SessionTool): void {
    this.declared = undefined;
    this.tools.set(tool.tool.name, tool);
  }

  unregister(name: string): void {
    this.declared = undefined;
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
    this.declared = undefined;
    this.active = [...new Set(names)].filter((name) => this.tools.has(name));
  }

  activeNames(): string[] {
    return [...this.active];
  }

  /** What the model is offered: the active tools, as far as none of them speaks for others. */
  declaredTools(): SessionTool[] {
    this.declared ??= this.arrange?.(this.activeTools()) ?? this.activeTools();
    return this.declared;
  }

  activeTools(): SessionTool[] {
    return this.active.flatMap((name) => this.tools.get(name) ?? []);
  }
}
