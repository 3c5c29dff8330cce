import { SessionManager } from "../../../compat/pi/session-manager.ts";
import { printWarning } from "../../output/print.ts";
import type { SessionStart } from "../../session/replace/session-runtime.ts";
import type { Session } from "../../session/session.ts";
import type { AgentSessionEvent } from "../../session/session-event.ts";
import type { SessionHooks } from "../../session/session-hooks.ts";
import type { CommandJobsSource } from "../../tools/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type {
  CommandJobs,
  ExtensionCommandContextActions,
  ReplacedSessionContext,
  ServiceKey,
  SessionShutdownEvent,
} from "../contract/index.ts";
import { emitResourcesDiscover } from "../host/emit-session.ts";
import { ExtensionHost, type ExtensionHostOptions } from "../host/extension-host.ts";
import type { Generation } from "../host/generation.ts";
import { outsideExtensions } from "../host/unhandled-errors.ts";
import { contextActions, extensionActions } from "./session-actions.ts";
import type { BindingsSource, ExtensionBindings, ToolSelection } from "./session-extensions.ts";
import { createSessionHooks, type ExtendedSession } from "./session-hooks.ts";
import { followSession } from "./session-notices.ts";
import { SessionPorts } from "./session-ports.ts";
import { SessionTools } from "./session-tools.ts";
import { slashCommands } from "./slash-commands.ts";

/** A host that can be joined to a session. */
export interface LoadedHost {
  readonly host: ExtensionHost;
  join(session: Session, selection: ToolSelection): AwakeExtensions;
  /** The same extensions, for the session that takes this one's place. */
  reopen(services: Workspace): Promise<LoadedHost>;
}

export async function loadHost(options: ExtensionHostOptions): Promise<LoadedHost> {
  return joinable(await ExtensionHost.load(options));
}

function joinable(host: ExtensionHost): LoadedHost {
  return {
    host,
    join: (session, selection) => new AwakeExtensions(host, session, selection),
    reopen: async (services) => joinable(await host.reopen(services)),
  };
}

/** What `SessionExtensions` are once their host is loaded: the extensions at work in their session, from its start to its end. */
export class AwakeExtensions {
  readonly host: ExtensionHost;
  readonly hooks: SessionHooks;
  private readonly session: Session;
  private readonly selection: ToolSelection;
  /** The session with the present generation: a reload replaces it. */
  private current: ExtendedSession;
  private bindings: ExtensionBindings = { mode: "print" };
  private settling: Promise<void> | undefined;
  private readonly arriving = new Set<Promise<void>>();
  /** Takes back what the extensions brought as resources. */
  private withdrawResources: () => Promise<void> = async () => undefined;
  private started = false;
  readonly ports: SessionPorts;

  constructor(host: ExtensionHost, session: Session, selection: ToolSelection) {
    this.host = host;
    this.session = session;
    this.selection = selection;
    this.ports = new SessionPorts({ session, services: host.options.services, generation: () => this.generation });
    this.hooks = this.withSettling(createSessionHooks(() => this.current));
    this.current = this.bind();
    this.current.tools.refresh();
    followSession(session, (event) => void this.generation.notify(event));
  }

  /** Whether they have been told of their session, and not yet of its end. */
  get isStarted(): boolean {
    return this.started;
  }

  /** The tools of its session, as extensions see them. */
  get tools(): SessionTools {
    return this.current.tools;
  }

  async commandJobs(service: ServiceKey<CommandJobs>): Promise<Awaited<ReturnType<CommandJobsSource>>> {
    const jobs = await this.generation.services.use(service);
    const ctx = this.generation.createContext();
    return { refusal: () => jobs.refusal(ctx), takeOver: async (command) => await jobs.takeOver(command, ctx) };
  }

  /** What code that replaced a session gets of the one that took its place. */
  createReplacedContext(): ReplacedSessionContext {
    const actions = this.generation.actions("sendMessage");
    return Object.defineProperties(
      {
        sendMessage: async (message, options) => await actions.sendMessage(message, options),
        sendUserMessage: async (content, options) => await actions.sendUserMessage(content, options),
      } as ReplacedSessionContext,
      Object.getOwnPropertyDescriptors(this.generation.createCommandContext()),
    );
  }

  async start(bindings: BindingsSource, start: SessionStart): Promise<void> {
    this.bindings = typeof bindings === "function" ? await bindings() : bindings;
    this.applyBindings();
    this.started = true;
    await this.readCatalogue();
    await this.announce(start);
    const { model, choice } = this.session;
    if (choice.isRestored)
      await this.generation.notify({ type: "model_select", model, previousModel: undefined, source: "restore" });
  }

  async reload(beforeStart?: () => void | Promise<void>): Promise<void> {
    const { services } = this.host.options;
    await services.trust?.decideBeforeReload(services, this.host);
    await this.shutdown({ reason: "reload" });
    await this.host.loadNextGeneration();
    this.current.tools.dispose();
    this.current = this.bind();
    this.current.tools.refresh();
    this.applyBindings();
    this.started = true;
    await beforeStart?.();
    await this.announce({ reason: "reload" });
  }

  /** The last event; from here on these extensions take part in nothing. */
  async shutdown(end: Omit<SessionShutdownEvent, "type">): Promise<void> {
    if (this.started) await this.generation.notify({ type: "session_shutdown", ...end });
    this.started = false;
    await this.ports.endExtensions();
    if (end.reason !== "reload") this.endBackground();
    this.host.end();
    await this.withdrawResources();
  }

  /** Cancels what runs in the background. Where no user is there to see that it ends, it is said. */
  endBackground(): void {
    const isBatch = this.bindings.mode === "print" || this.bindings.mode === "json";
    for (const { id, label } of this.ports.liveBackground?.end() ?? [])
      if (isBatch) printWarning(`Background work ended with the session: ${label} (${id})`);
  }

  private get generation(): Generation {
    return this.host.generation;
  }

  private bind(): ExtendedSession {
    const { session, generation } = this;
    const { services } = this.host.options;
    generation.join({
      cwd: services.cwd,
      sessionManager: SessionManager.of(session.log),
      modelRegistry: services.models,
      resources: services.resources,
    });
    const tools = new SessionTools(session, generation, this.selection);
    const before = this.current as ExtendedSession | undefined;
    const current: ExtendedSession = {
      session,
      services,
      generation,
      tools,
      nextPrompt: before?.nextPrompt ?? [],
      afterTurn: before?.afterTurn ?? [],
      ports: this.ports,
      preparedPrompt: undefined,
      forcedPrompt: before?.forcedPrompt,
      turnEnd: before?.turnEnd ?? {},
    };
    const parts = {
      ...current,
      systemPrompt: () => current.preparedPrompt,
      commands: () => slashCommands(generation.registered, services.resources),
      abort: () => (this.bindings.abort ?? (() => void session.abort()))(),
      shutdown: () => this.bindings.shutdown?.(),
      ready: () => this.settling,
      arriving: this.arriving,
      isProjectTrusted: () => services.settings.isProjectTrusted(),
    };
    generation.bind(extensionActions(parts), contextActions(parts), this.ports);
    return current;
  }

  private applyBindings(): void {
    const { generation } = this;
    const { mode, ui, commands, onError } = this.bindings;
    generation.setUi(ui, mode);
    generation.setCommands(ownWork(this.withArrivals(commands ?? this.ownCommands())));
    if (onError) generation.onError(onError);
    generation.reportUnhandledMcpServers();
    for (const { message, path } of generation.registered.getToolDiagnostics())
      generation.report(path ?? "", "register_tool", new Error(message));
  }

  /**
   * Extensions ask for models without waiting: all are known before the first event where one listens for it; otherwise those that can be
   * used, and the others soon after.
   */
  private async readCatalogue(): Promise<void> {
    if (this.host.extensions.every(({ sourceInfo }) => sourceInfo.source === "builtin")) return;
    const { models } = this.host.options.services;
    if (this.generation.hasHandlers("session_start")) return await models.load();
    await models.loadUsable();
    if (this.bindings.mode === "tui" || this.bindings.mode === "rpc") setImmediate(() => void models.load());
  }

  private async announce({ reason, previousSessionFile }: SessionStart): Promise<void> {
    const { generation } = this;
    await generation.notify({
      type: "session_start",
      reason,
      ...(previousSessionFile ? { previousSessionFile } : {}),
    });
    await generation.serversTold;
    if (!generation.hasHandlers("resources_discover")) return;
    const { cwd, resources } = this.host.options.services;
    const why = reason === "reload" ? "reload" : "startup";
    const found = await emitResourcesDiscover(generation.dispatch, { type: "resources_discover", cwd, reason: why });
    const provided = (paths: { path: string; extensionPath: string }[]) =>
      paths.map(({ path, extensionPath }) => ({
        path,
        source: { source: extensionPath, scope: "temporary" as const, origin: "top-level" as const },
      }));
    this.withdrawResources = await resources.extendResources({
      skills: provided(found.skillPaths),
      prompts: provided(found.promptPaths),
      themes: provided(found.themePaths),
    });
    this.session.refreshTools();
  }

  /** Where no mode owns the session, commands can still wait, move in the tree and reload. */
  private ownCommands(): ExtensionCommandContextActions {
    const { session } = this;
    const fixed = async () => ({ cancelled: true });
    return {
      waitForIdle: () => session.waitForIdle(),
      navigateTree: async (targetId, options) => {
        const { cancelled } = await session.branches.navigate(targetId, options);
        return { cancelled };
      },
      reload: () => this.reload(),
      newSession: fixed,
      fork: fixed,
      switchSession: fixed,
    };
  }

  /** What was sent just now has not begun: a command that waits for the session means that too. */
  private withArrivals(commands: ExtensionCommandContextActions): ExtensionCommandContextActions {
    return {
      ...commands,
      waitForIdle: async () => {
        await Promise.all(this.arriving);
        await commands.waitForIdle();
      },
    };
  }

  /** What handlers of `agent_settled` ask for begins when all of them are done. */
  private withSettling(hooks: SessionHooks): SessionHooks {
    const { onEvent } = hooks;
    const settle = async (event: AgentSessionEvent) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.settling = promise;
      try {
        await onEvent?.(event);
      } finally {
        this.settling = undefined;
        resolve();
      }
    };
    return { ...hooks, onEvent: (event) => (event.type === "agent_settled" ? settle(event) : onEvent?.(event)) };
  }
}

/** A session that a command replaces or reloads is our work, not the extension's. */
function ownWork(commands: ExtensionCommandContextActions): ExtensionCommandContextActions {
  return {
    waitForIdle: () => commands.waitForIdle(),
    navigateTree: (targetId, options) => outsideExtensions(() => commands.navigateTree(targetId, options)),
    reload: () => outsideExtensions(() => commands.reload()),
    newSession: (options) => outsideExtensions(() => commands.newSession(options)),
    fork: (entryId, options) => outsideExtensions(() => commands.fork(entryId, options)),
    switchSession: (path, options) => outsideExtensions(() => commands.switchSession(path, options)),
  };
}
