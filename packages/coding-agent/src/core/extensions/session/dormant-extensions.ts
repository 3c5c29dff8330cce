import type { AgentTool } from "@tau/agent";
import type { AgentSession } from "../../session/agent-session.ts";
import type { SessionHooks } from "../../session/session-hooks.ts";
import type { SessionStart } from "../../session/session-runtime.ts";
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
    if (UNHOOKED.some((event) => this.events.has(event))) await this.wake();
  }

  async shutdown(end: Parameters<HostedExtensions["shutdown"]>[0]): Promise<void> {
    // Somebody who was never told of a session need not be told of its end.
    await (await this.waking)?.shutdown(end);
  }

  async reopen(services: SessionServices = this.services): Promise<HostedExtensions> {
    return this.awake ? await this.awake.reopen(services) : new DormantExtensions(this.manifests, services);
  }

  private wake(): Promise<ExtensionHost> {
    this.waking ??= this.load();
    return this.waking;
  }

  private async load(): Promise<ExtensionHost> {
    const { session, started } = this;
    if (!session) throw new TypeError("The extensions have no session yet.");
    const { ExtensionHost, lazyExtension } = await import("./woken-host.ts");
    const inline = this.manifests.map(lazyExtension);
    const host = await ExtensionHost.open({ services: this.services, inline, noExtensions: true });
    host.attach(session, this.selection);
    this.awake = host;
    if (started) await host.start(started.bindings, started.start);
    return host;
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
    const hooks = async (...events: ExtensionEventName[]) =>
      (this.awake ?? (events.some((event) => this.events.has(event)) ? await this.wake() : undefined))?.hooks;
    return {
      onInput: async (input) => {
        const isCommand = this.commands.has(/^\/(\S+)/.exec(input.text)?.[1] ?? "");
        const to = isCommand ? (await this.wake()).hooks : await hooks("input");
        return to?.onInput ? await to.onInput(input) : input;
      },
      beforeRun: async (start, systemPrompt) =>
        (await (await hooks("before_agent_start"))?.beforeRun?.(start, systemPrompt)) ?? { messages: [], systemPrompt },
      onMessageEnd: async (message) => await (await hooks("message_end"))?.onMessageEnd?.(message),
      finishTurn: async (turn) => await (await hooks("turn_end"))?.finishTurn?.(turn),
      beforeSettle: async () => (await (await hooks("agent_before_settle"))?.beforeSettle?.()) ?? false,
      onUserBash: async (request) => await (await hooks("user_bash"))?.onUserBash?.(request),
      onContext: async (messages, signal) =>
        (await (await hooks("context", "context_with_system"))?.onContext?.(messages, signal)) ?? messages,
      beforeToolCall: async (context, signal) => await (await hooks("tool_call"))?.beforeToolCall?.(context, signal),
      afterToolCall: async (context, signal) => await (await hooks("tool_result"))?.afterToolCall?.(context, signal),
      onEvent: (event) => {
        if (this.awake) return this.awake.hooks.onEvent?.(event);
        if (!this.events.has(event.type as ExtensionEventName)) return;
        return this.wake().then((host) => host.hooks.onEvent?.(event));
      },
      onModelChange: async (change) => await (await hooks("model_select"))?.onModelChange?.(change),
      beforeCompact: async (request) => await (await hooks("session_before_compact"))?.beforeCompact?.(request),
      onCompacted: async (id, how) => await (await hooks("session_compact"))?.onCompacted?.(id, how),
      beforeLeaveBranch: async (request) => await (await hooks("session_before_tree"))?.beforeLeaveBranch?.(request),
      onBranchLeft: async (change) => await (await hooks("session_tree"))?.onBranchLeft?.(change),
      onHeaders: async (headers) => await (await hooks("before_provider_headers"))?.onHeaders?.(headers),
      onCacheWarming: async (decision) =>
        (await (await hooks("cache_warming_decision"))?.onCacheWarming?.(decision)) ?? decision.action,
      streamListener: () => this.awake?.hooks.streamListener?.(),
      onPayload: async (payload, model) => await (await hooks("before_provider_request"))?.onPayload?.(payload, model),
      onResponse: async (response, model) =>
        await (await hooks("after_provider_response"))?.onResponse?.(response, model),
    };
  }
}

function isOffered({ exposure = "direct", defaultActive = true }: ToolManifest): boolean {
  return defaultActive && (exposure === "direct" || exposure === "model-only");
}
