import type { AgentTool } from "@tau/agent";
import type { SaidEffects } from "../../tools/index.ts";

/** A tool, and its texts in the system prompt while it is active. */
export interface SessionTool {
  readonly tool: AgentTool;
  readonly snippet?: string;
  readonly guidelines?: readonly string[];
  /** The effects that the tool declares for its calls. Not needed for built-in tools. */
  readonly effects?: SaidEffects;
}

/** Tools that one search declared. */
export interface FoundTools {
  readonly names: readonly string[];
  readonly toolCallId?: string;
}

/** The origins of tools, lowest first. A tool hides tools of the same name in lower layers, and earlier ones in its own layer. */
const LAYERS = ["builtin", "extension", "client"] as const;

export type ToolLayer = (typeof LAYERS)[number];

interface Registration {
  readonly layer: ToolLayer;
  readonly over: (below: SessionTool | undefined) => SessionTool | undefined;
}

/** The tools that exist in a session, and which of them are offered to the model. */
export class ToolSet {
  /** All registrations by name, lowest first. */
  private readonly registrations = new Map<string, readonly Registration[]>();
  /** The visible tool of each name. */
  private readonly tools = new Map<string, SessionTool>();
  private active: string[] = [];
  private readonly findable = new Set<string>();
  private named = "";
  private foundTools: readonly FoundTools[] = [];
  /** Cached until something changes. */
  private declared: SessionTool[] | undefined;
  /** May change the descriptions of active tools and leave some out. */
  private arrange: ((active: readonly SessionTool[]) => SessionTool[]) | undefined;

  arrangeBy(arrange: (active: readonly SessionTool[]) => SessionTool[]): void {
    this.arrange = arrange;
    this.declared = undefined;
  }

  /** Registers a tool. Returns a function that removes it; the tool it hid is then visible again. */
  register(tool: SessionTool, layer: ToolLayer = "builtin"): () => void {
    return this.add(tool.tool.name, { layer, over: () => tool });
  }

  /** Wraps the tool of that name, including one that is registered later. Returns a function that removes the wrapper. */
  wrap(name: string, layer: ToolLayer, wrap: (below: SessionTool) => SessionTool): () => void {
    return this.add(name, { layer, over: (below) => below && wrap(below) });
  }

  get(name: string): SessionTool | undefined {
    return this.tools.get(name);
  }

  all(): SessionTool[] {
    return [...this.tools.values()];
  }

  /** Sets the active tools. Unknown names are ignored. */
  activate(names: readonly string[]): void {
    this.declared = undefined;
    this.active = [...new Set(names)].filter((name) => this.tools.has(name));
  }

  activeNames(): string[] {
    return [...this.active];
  }

  /** The tools that searches have declared, in order. */
  get found(): readonly FoundTools[] {
    return this.foundTools;
  }

  /** Sets whether a search may return the tool and thereby declare it. The tool need not be registered yet. */
  setFindable(name: string, isFindable: boolean): void {
    if (isFindable) this.findable.add(name);
    else this.findable.delete(name);
  }

  findableNames(): string[] {
    return [...this.findable];
  }

  /**
   * Returns the names of findable tools for the system prompt. Computed once, so that the prompt does not change; tools that are added
   * later can still be found. Leaves out tools of MCP servers, which come and go.
   */
  namedInPrompt(): string {
    this.named ||= [...this.findable].filter((name) => !name.startsWith("mcp__")).join(", ");
    return this.named;
  }

  isFound(name: string): boolean {
    return this.foundTools.some(({ names }) => names.includes(name));
  }

  /** Activates the tools that searches have declared, after all others, so that the preceding part of a request does not change. */
  useFound(found: readonly FoundTools[]): void {
    const others = this.active.filter((name) => !this.isFound(name));
    this.foundTools = found;
    this.activate([...others, ...found.flatMap(({ names }) => names)]);
  }

  /** Returns the tools that are declared to the model: the active tools, except those that another tool hides. */
  declaredTools(): SessionTool[] {
    this.declared ??= this.arrange?.(this.activeTools()) ?? this.activeTools();
    return this.declared;
  }

  activeTools(): SessionTool[] {
    return this.active.flatMap((name) => this.tools.get(name) ?? []);
  }

  private add(name: string, added: Registration): () => void {
    const others = () => (this.registrations.get(name) ?? []).filter((other) => other !== added);
    const rank = ({ layer }: Registration) => LAYERS.indexOf(layer);
    this.change(
      name,
      [...others(), added].sort((a, b) => rank(a) - rank(b)),
    );
    return () => this.change(name, others());
  }

  private change(name: string, registrations: readonly Registration[]): void {
    const top = registrations.reduce<SessionTool | undefined>((below, { over }) => over(below), undefined);
    this.registrations.set(name, registrations);
    if (top) this.tools.set(name, top);
    else this.tools.delete(name);
    this.activate(this.active);
  }
}
