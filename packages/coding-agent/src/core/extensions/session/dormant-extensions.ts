import type { AgentTool } from "@tau/agent";
import type { AgentSession } from "../../session/agent-session.ts";
import type { SessionStart } from "../../session/replace/session-runtime.ts";
import type { SessionHooks } from "../../session/session-hooks.ts";
import type { SessionServices } from "../../session/session-services.ts";
import type { ExtensionEventName } from "../contract/index.ts";
import type { ExtensionManifest, ToolManifest } from "../manifest/extension-manifest.ts";
import type { ExtensionHost } from "./extension-host.ts";
import type { BindingsSource, HostedExtensions, ToolSelection } from "./hosted-extensions.ts";

/** Events that no hook of a session tells of: who listens for one is awake from the start. */
const UNHOOKED: readonly ExtensionEventName[] = [
  "session_start",
  "resources_discover",
  "session_info_changed",
  "session_before_switch",
  "session_before_fork",
  "session_compact_failed",
  "thinking_level_select",
  "auto_compaction_start",
  "auto_compaction_end",
  "auto_retry_start",
  "auto_retry_end",
  "mcp_servers_change",
  "ui_prompt_start",
  "ui_prompt_end",
  "provider_stream_event",
];

/**
 * Extensions of which there are only manifests. Their tools are offered and their events watched without the extension host; the first
 * call, command or event that concerns one of them loads the host, which does everything from then on.
 */
export class DormantExtensions implements HostedExtensions {
  readonly hooks: SessionHooks;
  private readonly manifests: readonly ExtensionManifest[];
  private readonly services: SessionServices;
  private readonly events: ReadonlySet<ExtensionEventName>;
  private readonly commands: ReadonlySet<string>;
  private session: AgentSession | undefined;
  private selection: ToolSelection = {};
  private started: { bindings: BindingsSource; start: SessionStart } | undefined;
  private awake: ExtensionHost | undefined;
  private waking: Promise<ExtensionHost> | undefined;

  constructor(manifests: readonly ExtensionManifest[], services: SessionServices) {
    this.manifests = manifests;
    this.services = services;
    this.events = new Set(manifests.flatMap(({ events = [] }) => events));
    this.commands = new Set(manifests.flatMap(({ commands = {} }) => Object.keys(commands)));
    this.hooks = this.createHooks();
  }

  get host(): ExtensionHost | undefined {
    return this.awake;
  }

  attach(session: AgentSession, selection: ToolSelection = {}): void {
    this.session = session;
    this.selection = selection;
    const offered: string[] = [];
    for (const tool of this.manifests.flatMap(({ tools = [] }) => tools)) {
      const { promptSnippet, promptGuidelines } = tool;
      session.tools.register({
        tool: this.sleepingTool(tool),
        ...(promptSnippet ? { snippet: promptSnippet } : {}),
        ...(promptGuidelines ? { guidelines: promptGuidelines } : {}),
      });
      if (selection.isOn?.(tool.name, isOffered(tool)) ?? isOffered(tool)) offered.push(tool.name);
    }
    session.setActiveToolsByName([...session.tools.activeNames(), ...offered]);
  }

  async start(bindings: BindingsSource, start: SessionStart = { reason: "startup" }): Promise<void> {
    this.started = { bindings, start };
    if (this.awake) return await this.awake.start(bindings, start);
    if (this.waking) await this.waking;
    else if (UNHOOKED.some((event) => this.events.has(event))) await this.wake();
  }

  async shutdown(end: Parameters<HostedExtensions["shutdown"]>[0]): Promise<void> {
    // Somebody who was never told of a session need not be told of its end.
    await (await this.waking)?.shutdown(end);
  }

  async reopen(services: SessionServices = this.services): Promise<HostedExtensions> {
    if (this.awake) return await this.awake.reopen(services);
    // Another folder may have extensions of its own.
    const isAlone = services.resources.getExtensionPaths().items.length === 0;
    return isAlone ? new DormantExtensions(this.manifests, services) : await this.open(services);
  }

  mayTake(name: string): boolean {
    return this.awake?.mayTake(name) ?? (this.commands.has(name) || this.events.has("input"));
  }

  wake(): Promise<ExtensionHost> {
    this.waking ??= this.load();
    return this.waking;
  }

  private async load(): Promise<ExtensionHost> {
    const { session } = this;
    if (!session) throw new TypeError("The extensions have no session yet.");
    const host = await this.open(this.services);
    host.attach(session, this.selection);
    this.awake = host;
    const { started } = this;
    if (started) await host.start(started.bindings, started.start);
    return host;
  }

  private async open(services: SessionServices): Promise<ExtensionHost> {
    const { ExtensionHost, lazyExtension } = await import("./woken-host.ts");
    return await ExtensionHost.open({ services, inline: this.manifests.map(lazyExtension) });
  }

  /** The host puts the tool as it is into this one's place. */
  private sleepingTool({ name, label, description, parameters, executionMode, replay }: ToolManifest): AgentTool {
    return {
      name,
      label,
      description,
      parameters: parameters as AgentTool["parameters"],
      ...(executionMode ? { executionMode } : {}),
      ...(replay ? { replay } : {}),
      execute: async (...call) => {
        await this.wake();
        const woken = this.session?.tools.get(name)?.tool;
        if (!woken) throw new TypeError(`The tool ${name} is gone.`);
        return await woken.execute(...call);
      },
    };
  }

  private createHooks(): SessionHooks {
    const forward = <Name extends keyof SessionHooks>(name: Name, event: ExtensionEventName) =>
      this.forward(name, [event]);
    return {
      onInput: async (input) => {
        const isCommand = this.commands.has(/^\/(\S+)/.exec(input.text)?.[1] ?? "");
        const to = isCommand ? (await this.wake()).hooks : await this.awakeFor(["input"]);
        return to?.onInput ? await to.onInput(input) : input;
      },
      beforeRun: async (start, systemPrompt) =>
        (await forward("beforeRun", "before_agent_start")(start, systemPrompt)) ?? { messages: [], systemPrompt },
      beforeSettle: async () => (await forward("beforeSettle", "agent_before_settle")()) ?? false,
      onContext: async (messages, signal) =>
        (await this.forward("onContext", ["context", "context_with_system"])(messages, signal)) ?? messages,
      onCacheWarming: async (decision) =>
        (await forward("onCacheWarming", "cache_warming_decision")(decision)) ?? decision.action,
      onEvent: (event) => {
        if (this.awake) return this.awake.hooks.onEvent?.(event);
        if (!this.events.has(event.type as ExtensionEventName)) return;
        return this.wake().then((host) => host.hooks.onEvent?.(event));
      },
      streamListener: () => this.awake?.hooks.streamListener?.(),
      onMessageEnd: forward("onMessageEnd", "message_end"),
      finishTurn: forward("finishTurn", "turn_end"),
      onUserBash: forward("onUserBash", "user_bash"),
      beforeToolCall: forward("beforeToolCall", "tool_call"),
      afterToolCall: forward("afterToolCall", "tool_result"),
      onModelChange: forward("onModelChange", "model_select"),
      beforeCompact: forward("beforeCompact", "session_before_compact"),
      onCompacted: forward("onCompacted", "session_compact"),
      beforeLeaveBranch: forward("beforeLeaveBranch", "session_before_tree"),
      onBranchLeft: forward("onBranchLeft", "session_tree"),
      onHeaders: forward("onHeaders", "before_provider_headers"),
      onPayload: forward("onPayload", "before_provider_request"),
      onResponse: forward("onResponse", "after_provider_response"),
    };
  }

  /** Calls the hook of the host if it is awake, or if somebody listens for one of the events; else there is no answer. */
  private forward<Name extends keyof SessionHooks>(
    name: Name,
    events: readonly ExtensionEventName[],
  ): NonNullable<SessionHooks[Name]> {
    const call = async (...parameters: readonly unknown[]) => {
      const hooks = (await this.awakeFor(events)) as Partial<Record<keyof SessionHooks, Hook>> | undefined;
      return await hooks?.[name]?.(...parameters);
    };
    return call as NonNullable<SessionHooks[Name]>;
  }

  private async awakeFor(events: readonly ExtensionEventName[]): Promise<SessionHooks | undefined> {
    const host = this.awake ?? (events.some((event) => this.events.has(event)) ? await this.wake() : undefined);
    return host?.hooks;
  }
}

type Hook = (...parameters: readonly unknown[]) => unknown;

function isOffered({ exposure = "direct", defaultActive = true }: ToolManifest): boolean {
  return defaultActive && (exposure === "direct" || exposure === "model-only");
}
