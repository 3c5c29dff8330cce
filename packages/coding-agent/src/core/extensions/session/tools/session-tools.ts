import type { AgentTool } from "@tau/agent";
import type { Session } from "../../../session/session.ts";
import type { ToolStart } from "../../../session/tools/loadout-policy.ts";
import type { FindableTool, RegisteredTool, ToolDefinition, ToolInfo } from "../../contract/index.ts";
import { wrapRegisteredTool } from "../../extension/extension-tools.ts";
import type { ToolContextSource } from "../../extension/wrap-tool-definition.ts";
import type { Generation } from "../../host/generation.ts";
import { NestedCalls } from "../hooks/nested-calls.ts";
import type { ToolSelection } from "../session-extensions.ts";
import { effectsOf } from "./said-effects.ts";
import { toolInfo } from "./tool-info.ts";
import { applyLoadouts, type LoadoutSource } from "./tool-loadout.ts";

/** The tool that runs scripts. */
const SCRIPT_TOOL = "codemode";

interface KnownTool extends RegisteredTool {
  /** Whether the tool is active because it asked for that when it was registered. */
  readonly isActivated: boolean;
  readonly unregister: () => void;
}

/** The tools of extensions in a session. They are added when they are registered, and offered to the model according to their definition. */
export class SessionTools {
  private readonly session: Session;
  private readonly generation: Generation;
  private readonly selection: ToolSelection;
  private readonly known = new Map<string, KnownTool>();
  /** The source of tool contexts, if it is not the generation. */
  private readonly context: ToolContextSource | undefined;
  readonly nested = new NestedCalls();

  constructor(session: Session, generation: Generation, selection: ToolSelection, context?: ToolContextSource) {
    this.context = context;
    this.session = session;
    this.generation = generation;
    this.selection = selection;
    session.tools.arrangeBy((active) => applyLoadouts(active, this.loadoutSource()));
  }

  /**
   * Updates the session to the tools that are registered now. A new tool becomes active if it asks for that. When a tool is removed, the
   * tool it replaced is available again.
   */
  refresh(): void {
    const active = this.session.tools.activeNames();
    const registered = this.generation.registered.getAllRegisteredTools();
    const names = new Set(registered.map(({ definition }) => definition.name));
    const gone = [...this.known.keys()].filter((name) => !names.has(name));
    const activatedBefore = gone.filter((name) => this.known.get(name)?.isActivated);
    for (const name of gone) this.remove(name);
    const added = registered.filter((tool) => this.take(tool, active)).map(({ definition }) => definition.name);
    const kept = active.filter((name) => !activatedBefore.includes(name));
    this.session.setActiveToolsByName(this.activatable([...kept, ...added]));
  }

  /** Removes these tools from the session. */
  dispose(): void {
    const activated = new Set([...this.known].filter(([, { isActivated }]) => isActivated).map(([name]) => name));
    for (const name of [...this.known.keys()]) this.remove(name);
    this.session.setActiveToolsByName(this.session.tools.activeNames().filter((name) => !activated.has(name)));
  }

  /** Filters out hidden tools, which are never offered. */
  activatable(names: readonly string[]): string[] {
    return names.filter((name) => this.known.get(name)?.definition.exposure !== "hidden");
  }

  /** Returns the tools that other tools may call. A search has not returned all of them to the model. */
  callable(): AgentTool[] {
    const { tools } = this.session;
    const active = new Set([...tools.activeNames(), ...tools.findableNames()]);
    return tools.all().flatMap(({ tool }) => {
      const exposure = this.known.get(tool.name)?.definition.exposure ?? "direct";
      const reachable =
        exposure === "direct" ? active.has(tool.name) : exposure === "codemode" || exposure === "deferred";
      return reachable ? [tool] : [];
    });
  }

  describe(): ToolInfo[] {
    return this.session.tools.all().map((tool) => toolInfo(tool, this.known.get(tool.tool.name)));
  }

  /** Returns the tools that a search may return, including those that one has already returned. */
  findable(): FindableTool[] {
    const { tools } = this.session;
    const active = new Set(tools.activeNames());
    return tools.findableNames().flatMap((name) => {
      const tool = tools.get(name)?.tool;
      if (!tool) return [];
      const namespace = this.known.get(name)?.definition.namespace;
      const { label, description } = tool;
      const parameters = tool.parameters as FindableTool["parameters"];
      const isDeclared = active.has(name);
      return [{ name, label, description, parameters, ...(namespace ? { namespace } : {}), isDeclared }];
    });
  }

  /** Adds a registered tool to the session. Returns whether it is new and asks to be active. */
  private take(registered: RegisteredTool, active: readonly string[]): boolean {
    const { definition } = registered;
    const { name, promptSnippet, promptGuidelines } = definition;
    if (this.selection.exists?.(name) === false) return false;
    const earlier = this.known.get(name);
    if (earlier?.definition === definition) return false;
    earlier?.unregister();
    const { isActive, isFindable } = this.selection.start(this.startOf(definition));
    const isWanted = isActive || this.session.tools.isFound(name);
    const isActivated = earlier?.isActivated ?? (!active.includes(name) && isWanted);
    const tool = {
      tool: this.wrap(registered),
      ...(promptSnippet ? { snippet: promptSnippet } : {}),
      ...(promptGuidelines ? { guidelines: promptGuidelines } : {}),
      effects: effectsOf(definition, registered.sourceInfo.source === "builtin"),
    };
    this.session.tools.setFindable(name, isFindable);
    const unregister = this.session.tools.register(tool, "extension");
    this.known.set(name, { ...registered, isActivated, unregister });
    return !earlier && isActivated;
  }

  private remove(name: string): void {
    this.session.tools.setFindable(name, false);
    this.known.get(name)?.unregister();
    this.known.delete(name);
  }

  private wrap(registered: RegisteredTool): AgentTool {
    const { context, generation } = this;
    const tool = wrapRegisteredTool(registered, context ? { createToolContext: context } : generation);
    const execute = tool.execute.bind(tool);
    return { ...tool, execute: async (id, ...rest) => this.nested.addTo(id, await execute(id, ...rest)) };
  }

  /** Returns the initial state that a tool asks for with its definition. A search finds tools for scripts only if no tool runs scripts. */
  private startOf({ name, exposure = "direct", defaultActive = true, loadout }: ToolDefinition): ToolStart {
    const isForScripts = exposure === "codemode" && !this.isRegistered(SCRIPT_TOOL);
    const isDeferred = loadout === "found" || exposure === "deferred" || isForScripts;
    return { name, isOffered: defaultActive && (exposure === "direct" || exposure === "model-only"), isDeferred };
  }

  private isRegistered(name: string): boolean {
    return this.generation.registered.getAllRegisteredTools().some(({ definition }) => definition.name === name);
  }

  private loadoutSource(): LoadoutSource {
    const { tools } = this.session;
    return {
      registered: () => tools.all().map(({ tool }) => tool),
      callable: () => this.callable(),
      find: (name) => this.known.get(name),
      guidelines: (name) => tools.get(name)?.guidelines ?? [],
      settings: () => this.generation.actions("getSettings").getSettings(),
      report: (path, event, error) => this.generation.report(path, event, error),
    };
  }
}
