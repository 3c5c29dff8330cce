import {
  type AgentSession,
  type AgentSessionEvent,
  type AgentSessionRuntime,
  type CreateAgentSessionRuntimeFactory,
  createAgentSessionFromServices,
  createAgentSessionRuntime,
  createAgentSessionServices,
  type ExtensionError,
  type ExtensionFactory,
  type ExtensionManifest,
  type ExtensionMode,
  type ExtensionUIContext,
  type InlineExtension,
  lazyExtension,
  SessionManager,
  SettingsManager,
} from "@tau/coding-agent";
import { type ModelProtocolName, type ModelScript, type ModelServer, startModelServer } from "../model-server/index.ts";
import { TestkitError } from "../testkit-error.ts";
import {
  createWorkspace,
  type ScriptedModelFacts,
  useScriptedModel,
  type Workspace,
  type WorkspaceOptions,
} from "../workspace/index.ts";
import { ProgramTerminal } from "./program-terminal.ts";

/** A factory, a named factory, the manifest of a battery, or the path of a file. */
export type HarnessExtension = InlineExtension | ExtensionManifest | string;

export interface ExtensionHarnessOptions extends WorkspaceOptions {
  readonly extensions: readonly HarnessExtension[];
  /** The answers of the model. Default: every request fails. */
  readonly script?: ModelScript;
  readonly protocol?: ModelProtocolName;
  /** Price, context window and so on. Default: free and large. */
  readonly model?: ScriptedModelFacts;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `tui` opens the real screen on a virtual terminal. Default `print`. */
  readonly mode?: ExtensionMode;
  /** Answers dialogs if there is no screen. */
  readonly ui?: ExtensionUIContext;
  readonly columns?: number;
  readonly rows?: number;
}

/** Runs extensions in a real session: real host, files and log, a scripted model behind HTTP, and optionally a virtual terminal. */
export interface ExtensionHarness extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly server: ModelServer;
  /** The current session; `restart` replaces it. */
  readonly session: AgentSession;
  /** The events of the session, oldest first. */
  readonly events: readonly AgentSessionEvent[];
  /** The errors of extensions. */
  readonly errors: readonly ExtensionError[];
  /** Throws if there is no screen. */
  readonly terminal: ProgramTerminal;
  /** Sends a prompt. Resolves to the text of the last answer when the session is idle again. */
  prompt(text: string): Promise<string>;
  /** Closes the session and resumes it from its file, as the next start of the program does. */
  restart(): Promise<void>;
}

export async function createExtensionHarness(options: ExtensionHarnessOptions): Promise<ExtensionHarness> {
  const { script = { failure: "invalid-request" }, protocol, model, settings } = options;
  const workspace = await createWorkspace(options);
  const server = await startModelServer({ script });
  await useScriptedModel(workspace, server, protocol, { model, settings });
  const harness = new Harness(options, workspace, server);
  try {
    await harness.start(SessionManager.create(workspace.cwd, undefined, { home: workspace.tauHome }));
  } catch (error) {
    await harness[Symbol.asyncDispose]();
    throw error;
  }
  return harness;
}

interface Opened {
  readonly runtime: AgentSessionRuntime;
  close(): Promise<void>;
}

class Harness implements ExtensionHarness {
  readonly workspace: Workspace;
  readonly server: ModelServer;
  readonly events: AgentSessionEvent[] = [];
  readonly errors: ExtensionError[] = [];
  private readonly options: ExtensionHarnessOptions;
  private opened: Opened | undefined;
  /** Resolves when the extensions have received `session_start`: input before that reaches none of them. */
  private started = Promise.withResolvers<void>();
  private screen: ProgramTerminal | undefined;

  constructor(options: ExtensionHarnessOptions, workspace: Workspace, server: ModelServer) {
    this.options = options;
    this.workspace = workspace;
    this.server = server;
  }

  get session(): AgentSession {
    if (!this.opened) throw new TestkitError("exited", "The session of this harness has ended.");
    return this.opened.runtime.session;
  }

  get terminal(): ProgramTerminal {
    if (!this.screen) throw new TestkitError("exited", 'There is no screen. Create the harness with mode: "tui".');
    return this.screen;
  }

  async prompt(text: string): Promise<string> {
    await this.session.prompt(text);
    do {
      await this.session.waitForIdle();
      await new Promise((resolve) => setImmediate(resolve));
    } while (!this.session.isIdle);
    return this.session.getLastAssistantText() ?? "";
  }

  async restart(): Promise<void> {
    const file = this.session.sessionFile;
    if (file === undefined) throw new TestkitError("exited", "The session has no file.");
    await this.close();
    await this.start(SessionManager.open(file, undefined, undefined, { home: this.workspace.tauHome }));
  }

  async start(sessionManager: SessionManager): Promise<void> {
    const { cwd, tauHome: agentDir } = this.workspace;
    this.started = Promise.withResolvers();
    const runtime = await createAgentSessionRuntime(this.factory(), { cwd, agentDir, sessionManager });
    const { session } = runtime;
    const unsubscribe = session.subscribe((event) => void this.events.push(event));
    const end = this.options.mode === "tui" ? await this.openScreen(runtime) : await this.bind(session);
    const close = async () => {
      await end();
      unsubscribe();
      await runtime.dispose();
    };
    this.opened = { runtime, close };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.server.close();
    await this.workspace[Symbol.asyncDispose]();
  }

  private async close(): Promise<void> {
    await this.opened?.close();
    this.opened = undefined;
    this.screen?.[Symbol.dispose]();
    this.screen = undefined;
  }

  private async bind(session: AgentSession): Promise<() => Promise<void>> {
    const { mode = "print", ui } = this.options;
    const onError = (error: ExtensionError) => void this.errors.push(error);
    await session.bindExtensions({ mode, onError, ...(ui ? { uiContext: ui } : {}) });
    return async () => undefined;
  }

  private async openScreen(runtime: AgentSessionRuntime): Promise<() => Promise<void>> {
    const { InteractiveMode } = await import("@tau/coding-agent/pi");
    const { columns, rows } = this.options;
    const terminal = new ProgramTerminal({ ...(columns ? { columns } : {}), ...(rows ? { rows } : {}) });
    const mode = new InteractiveMode(runtime, { terminal });
    this.screen = terminal;
    const { host } = runtime.session.core.extensions ?? {};
    host?.generation.onError((error) => void this.errors.push(error));
    await mode.init();
    const left = mode.run();
    await this.started.promise;
    return async () => {
      mode.stop();
      await left;
    };
  }

  private factory(): CreateAgentSessionRuntimeFactory {
    const { home } = this.workspace;
    const paths = this.options.extensions.filter((extension) => typeof extension === "string");
    const inline = this.options.extensions.flatMap((extension) =>
      typeof extension === "string" ? [] : asInline(extension),
    );
    return async ({ cwd, agentDir, sessionManager, sessionStartEvent }) => {
      const services = await createAgentSessionServices({
        cwd,
        agentDir,
        settingsManager: SettingsManager.create(cwd, agentDir, { projectTrusted: true }),
        resourceLoaderOptions: { home, noExtensions: true },
      });
      const made = await createAgentSessionFromServices({
        services,
        sessionManager,
        sessionStartEvent,
        extensions: { paths, inline: [...inline, this.startWatch()], noExtensions: true },
      });
      return { ...made, services };
    };
  }

  private startWatch(): InlineExtension {
    const factory: ExtensionFactory = (pi) => pi.on("session_start", () => this.started.resolve());
    return { name: "harness", hidden: true, factory };
  }
}

function asInline(extension: InlineExtension | ExtensionManifest): InlineExtension {
  return "load" in extension ? lazyExtension(extension) : extension;
}
