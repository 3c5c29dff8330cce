import type { AgentTool } from "@tau/agent";
import type { SaidEffects } from "../../tools/index.ts";

/** A tool, and what the system prompt says of it while it is active. */
export interface SessionTool {
  readonly tool: AgentTool;
  readonly snippet?: string;
  readonly guidelines?: readonly string[];
  /** What it says of its calls. A built-in tool need not. */
  readonly effects?: SaidEffects;
}

/** Tools that one search declared. */
export interface FoundTools {
  readonly names: readonly string[];
  readonly toolCallId?: string;
}

/** Where tools come from, lowest first: a tool covers those of its name in lower layers, and earlier ones in its own. */
const LAYERS = ["builtin", "extension", "client"] as const;

export type ToolLayer = (typeof LAYERS)[number];

interface Registration {
  readonly layer: ToolLayer;
  readonly over: (below: SessionTool | undefined) => SessionTool | undefined;
}

/** The tools that exist in a session, and those of them that the model is offered. */
export class ToolSet {
  /** By name, the lowest first. */
  private readonly registrations = new Map<string, readonly Registration[]>();
  /** What stands on top. */
  private readonly tools = new Map<string, SessionTool>();
  private active: string[] = [];
  private readonly findable = new Set<string>();
  private named = "";
  private foundTools: readonly FoundTools[] = [];
  /** Until something changes. */
  private declared: SessionTool[] | undefined;
  /** May change what is said of active tools, and leave some out. */
  private arrange: ((active: readonly SessionTool[]) => SessionTool[]) | undefined;

  arrangeBy(arrange: (active: readonly SessionTool[]) => SessionTool[]): void {
    this.arrange = arrange;
    this.declared = undefined;
  }

  /** Returns a function that removes the tool again: what it covered is back then. */
  register(tool: SessionTool, layer: ToolLayer = "builtin"): () => void {
    return this.add(tool.tool.name, { layer, over: () => tool });
  }

  /** Stands before the tool of that name, whichever that is at the time. Returns a function that ends it. */
  wrap(name: string, layer: ToolLayer, wrap: (below: SessionTool) => SessionTool): () => void {
    return this.add(name, { layer, over: (below) => below && wrap(below) });
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

  /** What searches have declared, in their order. */
  get found(): readonly FoundTools[] {
    return this.foundTools;
  }

  /** Whether a search may return the tool, and thereby declare it. It need not be registered yet. */
  setFindable(name: string, isFindable: boolean): void {
    if (isFindable) this.findable.add(name);
    else this.findable.delete(name);
  }

  findableNames(): string[] {
    return [...this.findable];
  }

  /** For the prompt, which is to stay as it is: what comes later is found all the same. Tools of servers come and go. */
  namedInPrompt(): string {
    this.named ||= [...this.findable].filter((name) => !name.startsWith("mcp__")).join(", ");
    return this.named;
  }

  isFound(name: string): boolean {
    return this.foundTools.some(({ names }) => names.includes(name));
  }

  /** What searches have declared is active, behind all else: what stands before it in a request stays as it was. */
  useFound(found: readonly FoundTools[]): void {
    const others = this.active.filter((name) => !this.isFound(name));
    this.foundTools = found;
    this.activate([...others, ...found.flatMap(({ names }) => names)]);
  }

  /** What the model is offered: the active tools, as far as none of them speaks for others. */
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
