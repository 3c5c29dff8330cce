import type { AgentTool } from "@tau/agent";
import type { SessionStart } from "../../session/replace/session-runtime.ts";
import type { Session } from "../../session/session.ts";
import type { SessionHooks } from "../../session/session-hooks.ts";
import type { LoadoutPolicy } from "../../session/tools/loadout-policy.ts";
import type { CommandJobsSource, UrlScheme } from "../../tools/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { BatterySet } from "../batteries/battery-set.ts";
import type {
  ExtensionCommandContextActions,
  ExtensionErrorListener,
  ExtensionEventName,
  ExtensionMode,
  ExtensionUISource,
  SessionShutdownEvent,
} from "../contract/index.ts";
import type { ToolManifest } from "../extension/extension-manifest.ts";
import type { Registered } from "../extension/registered.ts";
import type { ExtensionHost, ExtensionHostOptions } from "../host/extension-host.ts";
import type { AwakeExtensions, LoadedHost } from "./awake-extensions.ts";
import { effectsOf } from "./tools/said-effects.ts";

/** What a mode provides to extensions: access to the user, and the actions that commands may perform on the session. */
export interface ExtensionBindings {
  readonly mode: ExtensionMode;
  readonly ui?: ExtensionUISource | undefined;
  readonly commands?: ExtensionCommandContextActions | undefined;
  /** Stops the run on behalf of an extension. Default: the session stops it. */
  readonly abort?: (() => void) | undefined;
  /** Ends the program once it is idle. */
  readonly shutdown?: (() => void) | undefined;
  readonly onError?: ExtensionErrorListener | undefined;
}

/** The bindings, or a function that is called when the extensions need them. */
export type BindingsSource = ExtensionBindings | (() => ExtensionBindings | Promise<ExtensionBindings>);

export interface ToolSelection {
  /** Whether the session has the tool at all. Absent: it has every tool. */
  readonly exists?: (name: string) => boolean;
  /** Determines the initial state of a tool from what the tool itself asks for. */
  readonly start: LoadoutPolicy;
}

/** The events behind each hook. If a battery listens for one of them, the call of the hook loads it. */
const HOOK_EVENTS = {
  beforeRun: ["before_agent_start"],
  beforeSettle: ["agent_before_settle"],
  onContext: ["context", "context_with_system"],
  onCacheWarming: ["cache_warming_decision"],
  onMessageEnd: ["message_end"],
  finishTurn: ["turn_end"],
  onUserBash: ["user_bash"],
  beforeToolCall: ["tool_call"],
  afterToolCall: ["tool_result"],
  onPermissionRequest: ["permission_request"],
  onModelChange: ["model_select"],
  beforeCompact: ["session_before_compact", "session.compacting"],
  onCompacted: ["session_compact"],
  beforeLeaveBranch: ["session_before_tree"],
  onBranchLeft: ["session_tree"],
  onHeaders: ["before_provider_headers"],
  onPayload: ["before_provider_request"],
  onResponse: ["after_provider_response"],
} satisfies Partial<Record<keyof SessionHooks, readonly ExtensionEventName[]>>;

/** The other events for which extensions can be loaded in time. */
const TOLD_IN_TIME = /^(?:input|session_shutdown|project_trust|(?:agent|turn|message|tool_execution)_\w+)$/;

/**
 * The extensions of one session. If there are only manifests, the extensions sleep: their tools are offered and their events watched
 * without loading the extension host. The first call, command or event that concerns one of them wakes them, that is, loads the host.
 */
export class SessionExtensions {
  readonly hooks: SessionHooks;
  private readonly services: Workspace;
  /** Absent if a program has loaded the extensions. */
  readonly batteries: BatterySet | undefined;
  private readonly canSleep: boolean;
  private loaded: LoadedHost | undefined;
  private session: Session | undefined;
  private selection: ToolSelection | undefined;
  private started: { readonly bindings: BindingsSource; readonly start: SessionStart } | undefined;
  private awake: AwakeExtensions | undefined;
  private waking: Promise<AwakeExtensions> | undefined;
  /** Functions that each remove the tool of a manifest. */
  private readonly sleeping: (() => void)[] = [];

  /** With a host the extensions are awake from the start; without one they sleep. */
  constructor(services: Workspace, batteries: BatterySet | undefined, loaded?: LoadedHost) {
    this.services = services;
    this.batteries = batteries;
    this.loaded = loaded;
    this.canSleep = !loaded;
    this.hooks = this.createHooks();
  }

  static async load(options: ExtensionHostOptions): Promise<SessionExtensions> {
    return new SessionExtensions(options.services, options.batteries, await (await awakeModule()).loadHost(options));
  }

  /** Absent while the extensions sleep. */
  get host(): ExtensionHost | undefined {
    return this.loaded?.host;
  }

  /** The registrations of the extensions. Absent while they sleep. */
  get registered(): Registered | undefined {
    return this.host?.generation.registered;
  }

  /** Like `active`, but `undefined` where `active` throws. */
  get awakened(): AwakeExtensions | undefined {
    return this.awake;
  }

  /** The extensions in their session. Throws while they sleep and before there is a session. */
  get active(): AwakeExtensions {
    if (!this.awake) throw new TypeError("The extensions have no session yet.");
    return this.awake;
  }

  /** Joins the extensions to their session. Their tools are available afterwards; events start with `start`. */
  attach(session: Session, selection: ToolSelection): void {
    this.session = session;
    this.selection = selection;
    if (this.loaded) this.awake = this.loaded.join(session, selection);
    else this.offerSleepingTools(session, selection);
  }

  /** Notifies the extensions that their session has started. The mode calls it once. */
  async start(bindings: BindingsSource, start: SessionStart = { reason: "startup" }): Promise<void> {
    this.started = { bindings, start };
    if (this.waking) {
      const awake = await this.waking;
      if (!awake.isStarted) await awake.start(bindings, start);
    } else if (this.awake) await this.awake.start(bindings, start);
    else if (this.mustBeAwake()) await this.awaken();
  }

  /** Loads sleeping extensions. They receive `session_start` once `start` was called. If loading fails, the next call tries again. */
  async wake(): Promise<ExtensionHost> {
    return (await this.awaken()).host;
  }

  /** Reloads the extensions. `beforeStart` runs after they are loaded and before they receive an event. */
  async reload(beforeStart?: () => void | Promise<void>): Promise<void> {
    await (await this.awaken()).reload(beforeStart);
  }

  async shutdown(end: Omit<SessionShutdownEvent, "type">): Promise<void> {
    await Promise.allSettled([this.waking]);
    // Sleeping extensions have received no start event and need no shutdown event.
    await this.awake?.shutdown(end);
  }

  /** Returns the extensions for the session that replaces this one. */
  async reopen(services: Workspace = this.services): Promise<SessionExtensions> {
    // Another folder may have its own extensions.
    const isAlone = !this.loaded && services.resources.getExtensionPaths().items.length === 0;
    const loaded = isAlone ? undefined : await (this.loaded?.reopen(services) ?? this.loadHost(services));
    return new SessionExtensions(services, this.batteries?.in(services), loaded);
  }

  /**
   * Whether an extension may handle a text that starts with `/name`. An extension with an
   * `input` handler may know commands that it has not registered.
   */
  mayTake(name: string): boolean {
    return this.hasCommand(name) || (this.host ? this.host.generation.hasHandlers("input") : this.listensTo("input"));
  }

  /** Whether an extension has the command, awake or not. */
  hasCommand(name: string): boolean {
    return this.host ? this.registered?.getCommand(name) !== undefined : this.batteries?.hasCommand(name) === true;
  }

  /** Whether an extension has the tool, awake or not. */
  hasTool(name: string): boolean {
    if (this.host) return this.registered?.getToolDefinition(name) !== undefined;
    return (
      this.batteries?.some(({ tools, found }) => tools?.some((tool) => tool.name === name) || found?.includes(name)) ===
      true
    );
  }

  /** The service that runs commands in the background. Using it wakes the extensions. Absent if no extension provides it. */
  get commandJobs(): CommandJobsSource | undefined {
    return this.hasService(JOBS) ? async () => await (await this.awaken()).commandJobs(JOBS) : undefined;
  }

  /** Loads the extensions whose readers are registered on demand. Absent if there are none. */
  get wakeReaders(): (() => Promise<void>) | undefined {
    if (!this.hasService(READERS)) return undefined;
    return async () => void (await (await this.awaken()).host.generation.services.use(READERS));
  }

  private hasService(name: string): boolean | undefined {
    return this.host
      ? this.host.generation.services.has(name)
      : this.batteries?.some(({ services }) => services?.includes(name));
  }

  /** The URL schemes of sleeping batteries: reading such a URL wakes the extensions. Empty once they are awake. */
  get sleepingSchemes(): readonly UrlScheme[] {
    const all = this.host ? [] : (this.batteries?.all ?? []);
    return all
      .flatMap((battery) => (battery.schemes && this.batteries?.isOn(battery) ? battery.schemes : []))
      .map((scheme) => ({
        scheme,
        read: async (...call) => await (await this.awaken()).readUrl(...call),
        write: async (...call) => await (await this.awaken()).writeUrl(...call),
      }));
  }

  /** Whether an extension renders such entries, or will do so once it is awake. */
  drawsEntry(type: string): boolean {
    if (this.registered) return this.registered.getEntryRenderer(type) !== undefined;
    return this.batteries?.some(({ draws }) => draws?.entries?.includes(type)) === true;
  }

  drawsEntries(): boolean {
    if (this.registered) return this.registered.hasEntryRenderers();
    return this.batteries?.some(({ draws }) => draws?.entries !== undefined) === true;
  }

  private listensTo(event: ExtensionEventName): boolean {
    return this.batteries?.listensTo(event) === true;
  }

  /** Whether an extension listens for an event that it could not be loaded for in time, or a tool is selected of which only the name is known. */
  private mustBeAwake(): boolean {
    const reportsRestored = this.session?.choice.isRestored === true && this.listensTo("model_select");
    const hooked: readonly ExtensionEventName[] = Object.values(HOOK_EVENTS).flat();
    const isSudden = (event: ExtensionEventName) => !hooked.includes(event) && !TOLD_IN_TIME.test(event);
    const isSelected = (name: string) => this.selection?.start(foundTool(name)).isActive;
    return (
      reportsRestored ||
      this.batteries?.some(({ events, found }) => events?.some(isSudden) || found?.some(isSelected)) === true
    );
  }

  private awaken(): Promise<AwakeExtensions> {
    if (this.awake && !this.canSleep) return Promise.resolve(this.awake);
    this.waking ??= this.load().catch((error: unknown) => {
      this.waking = undefined;
      throw error;
    });
    return this.waking;
  }

  private async load(): Promise<AwakeExtensions> {
    const { session, selection } = this;
    if (!session || !selection) throw new TypeError("The extensions have no session yet.");
    this.loaded ??= await this.loadHost(this.services);
    this.awake ??= this.loaded.join(session, selection);
    for (const unregister of this.sleeping.splice(0)) unregister();
    if (this.started && !this.awake.isStarted) await this.awake.start(this.started.bindings, this.started.start);
    return this.awake;
  }

  private async loadHost(services: Workspace): Promise<LoadedHost> {
    return await (await awakeModule()).loadHost({ services, batteries: this.batteries?.in(services) });
  }

  private offerSleepingTools(session: Session, { exists, start }: ToolSelection): void {
    const offered: string[] = [];
    for (const manifest of this.batteries?.tools() ?? []) {
      const { name, promptSnippet, promptGuidelines, defaultActive: isOffered = true } = manifest;
      if (exists?.(name) === false) continue;
      const tool = {
        tool: this.sleepingTool(manifest),
        ...(promptSnippet ? { snippet: promptSnippet } : {}),
        ...(promptGuidelines ? { guidelines: promptGuidelines } : {}),
        effects: effectsOf(manifest, true),
      };
      const { isActive, isFindable } = start({ name, isOffered });
      this.sleeping.push(session.tools.register(tool, "extension"));
      session.tools.setFindable(name, isFindable);
      if (isActive) offered.push(name);
    }
    for (const name of this.batteries?.foundTools() ?? [])
      session.tools.setFindable(name, start(foundTool(name)).isFindable);
    session.setActiveToolsByName([...session.tools.activeNames(), ...offered]);
  }

  /** Creates a placeholder tool that wakes the extensions. The host then replaces it with the real tool. */
  private sleepingTool(manifest: ToolManifest): AgentTool {
    return {
      ...manifest,
      parameters: manifest.parameters as AgentTool["parameters"],
      execute: async (...call) => {
        await this.awaken();
        const woken = this.session?.tools.get(manifest.name)?.tool;
        if (!woken) throw new TypeError(`The tool ${manifest.name} is gone.`);
        return await woken.execute(...call);
      },
    };
  }

  private createHooks(): SessionHooks {
    return {
      ...(Object.fromEntries(
        Object.entries(HOOK_EVENTS).map(([name, events]) => [name, this.forward(name as keyof SessionHooks, events)]),
      ) as Pick<SessionHooks, keyof typeof HOOK_EVENTS>),
      onInput: async (input) => {
        const name = /^\/(?:tau:)?(\S+)/.exec(input.text)?.[1];
        const isCommand = name !== undefined && this.batteries?.hasCommand(name);
        const to = isCommand ? (await this.awaken()).hooks : await this.hooksFor(["input"]);
        return to?.onInput ? await to.onInput(input) : input;
      },
      onEvent: (event) => {
        if (this.awake) return this.awake.hooks.onEvent?.(event);
        if (!this.listensTo(event.type as ExtensionEventName)) return;
        return this.awaken().then((awake) => awake.hooks.onEvent?.(event));
      },
      streamListener: () => this.awake?.hooks.streamListener?.(),
    };
  }

  /**
   * Returns a hook that calls the real hook if the extensions are awake or one of them
   * listens for one of the events. Otherwise it returns `undefined`.
   */
  private forward(name: keyof SessionHooks, events: readonly ExtensionEventName[]) {
    return async (...parameters: readonly unknown[]) => {
      const hooks = (await this.hooksFor(events)) as Partial<Record<keyof SessionHooks, Hook>> | undefined;
      return await hooks?.[name]?.(...parameters);
    };
  }

  private async hooksFor(events: readonly ExtensionEventName[]): Promise<SessionHooks | undefined> {
    if (this.awake) return this.awake.hooks;
    return events.some((event) => this.listensTo(event)) ? (await this.awaken()).hooks : undefined;
  }
}

const JOBS = "command-jobs";
const READERS = "file-readers";

/** The start state of a tool of which only the name is known. */
const foundTool = (name: string) => ({ name, isOffered: true, isDeferred: true });

const awakeModule = async () => await import("./awake-extensions.ts");

type Hook = (...parameters: readonly unknown[]) => unknown;
