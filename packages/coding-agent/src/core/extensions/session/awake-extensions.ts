import { SessionManager } from "../../../compat/pi/session-manager.ts";
import { printWarning } from "../../output/print.ts";
import type { SessionStart } from "../../session/replace/session-runtime.ts";
import type { Session } from "../../session/session.ts";
import type { AgentSessionEvent } from "../../session/session-event.ts";
import type { SessionHooks } from "../../session/session-hooks.ts";
import type { CommandJobsSource } from "../../tools/index.ts";
import type { ToolUrl, UrlCall, UrlContent, UrlScheme } from "../../tools/urls/url-scheme.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type {
  CommandJobs,
  ExtensionCommandContextActions,
  ReplacedSessionContext,
  ServiceKey,
  SessionShutdownEvent,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { emitResourcesDiscover } from "../host/emit-session.ts";
import { ExtensionHost, type ExtensionHostOptions } from "../host/extension-host.ts";
import type { Generation } from "../host/generation.ts";
import { outsideExtensions } from "../host/unhandled-errors.ts";
import { followSession } from "./background/session-notices.ts";
import { createSessionHooks, type ExtendedSession } from "./hooks/session-hooks.ts";
import { contextActions, extensionActions } from "./session-actions.ts";
import type { BindingsSource, ExtensionBindings, ToolSelection } from "./session-extensions.ts";
import { SessionPorts } from "./session-ports.ts";
import { slashCommands } from "./slash-commands.ts";
import { SessionTools } from "./tools/session-tools.ts";

/** A loaded host that can join a session. */
export interface LoadedHost {
  readonly host: ExtensionHost;
  join(session: Session, selection: ToolSelection): AwakeExtensions;
  /** Loads the same extensions for the session that replaces this one. */
  reopen(services: Workspace): Promise<LoadedHost>;
}

export async function loadHost(options: ExtensionHostOptions): Promise<LoadedHost> {
  return joinable(await ExtensionHost.load(options));
}

export function joinable(host: ExtensionHost): LoadedHost {
  return {
    host,
    join: (session, selection) => new AwakeExtensions(host, session, selection),
    reopen: async (services) => joinable(await host.reopen(services)),
  };
}

/** The loaded extensions of a session, from its start to its end. `SessionExtensions` delegates to it once the host is loaded. */
export class AwakeExtensions {
  readonly host: ExtensionHost;
  readonly hooks: SessionHooks;
  private readonly session: Session;
  private readonly selection: ToolSelection;
  /** The session together with the current generation; replaced by a reload. */
  private current: ExtendedSession;
  private bindings: ExtensionBindings = { mode: "print" };
  private settling: Promise<void> | undefined;
  private readonly arriving = new Set<Promise<void>>();
  /** Removes the resources that the extensions have contributed. */
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

  /** Whether the extensions have received `session_start` and not yet `session_shutdown`. */
  get isStarted(): boolean {
    return this.started;
  }

  /** The tools of the session, as extensions see them. */
  get tools(): SessionTools {
    return this.current.tools;
  }

  async commandJobs(service: ServiceKey<CommandJobs>): Promise<Awaited<ReturnType<CommandJobsSource>>> {
    const jobs = await this.generation.services.use(service);
    const ctx = this.generation.createContext();
    return { refusal: () => jobs.refusal(ctx), takeOver: async (command) => await jobs.takeOver(command, ctx) };
  }

  /** Reads a URL whose scheme was known from a manifest before the extensions were awake. */
  async readUrl(url: ToolUrl, call: UrlCall): Promise<UrlContent> {
    const { read } = this.schemeOf(url);
    if (!read) throw new ExtensionHostError("stale", `${url.scheme}:// is no longer served.`);
    return await read(url, call);
  }

  /** Writes a URL whose scheme was known from a manifest before the extensions were awake. */
  async writeUrl(url: ToolUrl, content: string, call: UrlCall): Promise<void> {
    const { write } = this.schemeOf(url);
    if (!write) throw new ExtensionHostError("stale", `${url.href} cannot be written: it is read-only.`);
    await write(url, content, call);
  }

  private schemeOf(url: ToolUrl): Partial<UrlScheme> {
    return this.generation.toolPorts.schemes.find((each) => each.scheme.toLowerCase() === url.scheme) ?? {};
  }

  /** Returns the context of the new session for code that replaced a session. */
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

  /** Sends the last event. Afterwards these extensions no longer take part in anything. */
  async shutdown(end: Omit<SessionShutdownEvent, "type">): Promise<void> {
    if (this.started) await this.generation.notify({ type: "session_shutdown", ...end });
    this.started = false;
    await this.ports.endExtensions();
    if (end.reason !== "reload") this.endBackground();
    this.host.end();
    await this.withdrawResources();
  }

  /** Cancels background work. Prints a warning for each piece in modes without a user. */
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
   * Loads the models that extensions are likely to ask for, because the synchronous getters would make the program wait: the usable ones, and
   * in interactive modes the others soon after.
   */
  private async readCatalogue(): Promise<void> {
    if (this.host.extensions.every(({ sourceInfo }) => sourceInfo.source === "builtin")) return;
    const { models } = this.host.options.services;
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

  /** The command actions for a session that no mode owns: commands can only wait, move in the tree and reload. */
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

  /** Makes `waitForIdle` also wait for messages that were just sent and have not started a run yet. */
  private withArrivals(commands: ExtensionCommandContextActions): ExtensionCommandContextActions {
    return {
      ...commands,
      waitForIdle: async () => {
        await Promise.all(this.arriving);
        await commands.waitForIdle();
      },
    };
  }

  /** Delays actions that handlers of `agent_settled` request until all of these handlers are done. */
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

/**
 * Runs the replacement or reload of a session as Tau's own work, so that its errors are
 * not attributed to the extension whose command requested it.
 */
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
