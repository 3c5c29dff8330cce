import type { AgentTool } from "@tau/agent";
import type { AgentSession } from "../../session/agent-session.ts";
import type { RegisteredTool, ToolInfo } from "../contract/index.ts";
import type { ExtensionRunner } from "../runner/extension-runner.ts";
import { isActiveByDefault, wrapRegisteredTool } from "../runner/extension-tools.ts";
import type { ToolSelection } from "./hosted-extensions.ts";
import { NestedCalls } from "./nested-calls.ts";
import { toolInfo } from "./tool-info.ts";
import { applyLoadouts, type LoadoutSource } from "./tool-loadout.ts";

/** The tools of extensions in a session: put there when they are registered, offered to the model as they ask to be. */
export class ExtensionToolSet {
  private readonly session: AgentSession;
  private readonly runner: ExtensionRunner;
  private readonly selection: ToolSelection;
  private readonly known = new Map<string, RegisteredTool>();
  readonly nested = new NestedCalls();

  constructor(session: AgentSession, runner: ExtensionRunner, selection: ToolSelection) {
    this.session = session;
    this.runner = runner;
    this.selection = selection;
    session.tools.arrangeBy((active) => applyLoadouts(active, this.loadoutSource()));
  }

  /** Takes over what is new or has changed. A tool that was not there before becomes active if it asks to. */
  refresh(): void {
    const { tools } = this.session;
    const added: string[] = [];
    for (const registered of this.runner.getAllRegisteredTools()) {
      const { definition } = registered;
      const earlier = this.known.get(definition.name);
      if (earlier?.definition === definition) continue;
      this.known.set(definition.name, registered);
      const { promptSnippet, promptGuidelines } = definition;
      tools.register({
        tool: this.wrap(registered),
        ...(promptSnippet ? { snippet: promptSnippet } : {}),
        ...(promptGuidelines ? { guidelines: promptGuidelines } : {}),
      });
      if (!earlier && this.isWanted(registered)) added.push(definition.name);
    }
    this.session.setActiveToolsByName(this.activatable([...tools.activeNames(), ...added]));
  }

  /** Hidden tools are never offered. */
  activatable(names: readonly string[]): string[] {
    return names.filter((name) => this.known.get(name)?.definition.exposure !== "hidden");
  }

  /** What other tools may call. */
  callable(): AgentTool[] {
    const active = new Set(this.session.tools.activeNames());
    return this.session.tools.all().flatMap(({ tool }) => {
      const exposure = this.known.get(tool.name)?.definition.exposure ?? "direct";
      const reachable =
        exposure === "direct" ? active.has(tool.name) : exposure === "codemode" || exposure === "deferred";
      return reachable ? [tool] : [];
    });
  }

  describe(): ToolInfo[] {
    return this.session.tools.all().map((tool) => toolInfo(tool, this.known.get(tool.tool.name)));
  }

  private wrap(registered: RegisteredTool): AgentTool {
    const tool = wrapRegisteredTool(registered, this.runner);
    const execute = tool.execute.bind(tool);
    return { ...tool, execute: async (id, ...rest) => this.nested.addTo(id, await execute(id, ...rest)) };
  }

  private loadoutSource(): LoadoutSource {
    const { tools } = this.session;
    return {
      registered: () => tools.all().map(({ tool }) => tool),
      callable: () => this.callable(),
      find: (name) => this.known.get(name),
      guidelines: (name) => tools.get(name)?.guidelines ?? [],
      report: (path, event, error) => this.runner.runtime.report(path, event, error),
    };
  }

  private isWanted({ definition }: RegisteredTool): boolean {
    const byDefault = isActiveByDefault(definition);
    return this.selection.isOn?.(definition.name, byDefault) ?? byDefault;
  }
}
