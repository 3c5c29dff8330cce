import { existsSync } from "node:fs";
import { Agent, type AgentOptions, type SessionLog } from "@tau/agent";
import { artifactDirectory, createLog } from "@tau/agent/node";
import { clampThinkingLevel } from "@tau/ai";
import { errorText } from "../error-text.ts";
import type { ExtensionHostOptions } from "../extensions/host/extension-host.ts";
import { SessionExtensions } from "../extensions/session/session-extensions.ts";
import { fitContent, imageLimits } from "../images/index.ts";
import { printWarning } from "../output/print.ts";
import { allowAll } from "../permission/index.ts";
import type { SessionPermission } from "../permission/session-permission.ts";
import { promptEnvironment } from "../prompt/environment.ts";
import type { SystemPromptInput } from "../prompt/system-prompt.ts";
import { retryPolicy } from "../settings/index.ts";
import type { UrlScheme } from "../tools/index.ts";
import { SummarizedFiles } from "../tools/summarized-files.ts";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "../workspace/workspace.ts";
import { compactionPolicy, spareModels } from "./compaction/compaction-policy.ts";
import { agentSettings, followSettings } from "./follow-settings.ts";
import { Recorder } from "./log/recorder.ts";
import { sessionStoreOptions } from "./log/session-store-options.ts";
import { type ChosenModel, checkModel, chooseModel, type ModelWishes } from "./model/choose-model.ts";
import { physicalModel } from "./model/virtual-selection.ts";
import { isCutOff } from "./recover/live-lines.ts";
import { agentPorts } from "./run/agent-ports.ts";
import { CredentialedStream } from "./run/credentialed-stream.ts";
import { RunSnapshots, type SnapshotHolder } from "./run/run-snapshots.ts";
import { RunningCalls } from "./run/running-calls.ts";
import { Session } from "./session.ts";
import type { AgentSessionEventListener } from "./session-event.ts";
import { SessionEvents } from "./session-events.ts";
import type { SessionHooks } from "./session-hooks.ts";
import type { FitImages, SessionParts } from "./session-parts.ts";
import { earlierReads } from "./tools/earlier-reads.ts";
import { followEditMode } from "./tools/edit-mode.ts";
import { restoreFound } from "./tools/found-tools.ts";
import { SEARCH_TOOL } from "./tools/loadout-policy.ts";
import { localShell, makeTools, type SessionToolWishes, selectTools } from "./tools/make-tools.ts";
import type { RemoteSession } from "./tools/remote-session.ts";
import type { ToolSet } from "./tools/tool-set.ts";
import type { EditingState } from "./tools/use-edit-mode.ts";

export interface CreateSessionOptions extends WorkspaceOptions, ModelWishes, SessionToolWishes {
  readonly services?: Workspace;
  /** Default: a new session in the folder of the working directory. */
  readonly log?: SessionLog;
  readonly systemPrompt?: string | undefined;
  readonly appendSystemPrompt?: string | undefined;
  /** Leaves context files and skills out of the system prompt. */
  readonly noProjectContext?: boolean | undefined;
  readonly hooks?: SessionHooks;
  /** Extensions that are already loaded, or the choice of what to load. Default: the extensions that were found, if any. */
  readonly extensions?: SessionExtensions | ExtensionChoice | undefined;
  /** Checks every effect that the model asks for. Default: everything that the tools can do is allowed. */
  readonly permission?: SessionPermission;
  /** Whether to record files before they change, so that changes can be undone. Default: false. */
  readonly snapshots?: boolean | undefined;
  /** The snapshots of the parent session, for a child: its changes are part of the parent's run. */
  readonly parentSnapshots?: SnapshotHolder | undefined;
  /** Called with the error that a subscriber threw. Default: prints a line to stderr. */
  readonly onListenerError?: (error: unknown) => void;
}

export type ExtensionChoice = Omit<ExtensionHostOptions, "services">;

export interface CreatedSession {
  readonly session: Session;
  readonly services: Workspace;
  /** Says that a model other than the session's was chosen, and why. */
  readonly modelFallbackMessage?: string;
  /** The server on this machine on which the model was found. */
  readonly foundServer?: string;
}

/**
 * Creates a session in phases: the log, the model, the tools, the agent, and the session around them. Every part can be passed in; missing
 * parts are created from the user's files. Parts that need a later part receive a function that is called when the session runs.
 */
export async function createSession(options: CreateSessionOptions = {}): Promise<CreatedSession> {
  const services = options.services ?? (await openWorkspace(options));
  const log = options.log ?? createLog(services.cwd, undefined, sessionStoreOptions(services));
  const extensions = await openExtensions(options, services);
  const chosen = await chooseModel(log, services, options);
  const environment = options.operations?.remote?.environment ?? (await promptEnvironment(services));
  const opened = { services, log, extensions, chosen, environment };
  const { session, attach } = assembleSession(opened, options, await cutOffAnswer(log));
  if (mayHaveLeftCommands(log)) await session.bash.recover();
  attach();
  if (log.hasMessages()) await restoreFound(session);
  return { session, services, ...noticesOf(chosen) };
}

/** What a session is assembled from. */
export interface OpenedParts {
  readonly services: Workspace;
  readonly log: SessionLog;
  readonly extensions: SessionExtensions | undefined;
  readonly chosen: ChosenModel;
  /** The agent of a program, which has a model, a stream function and messages of its own. Absent: one is created. */
  readonly agent?: Agent | undefined;
  /** The facts about the machine for the system prompt. Absent: they are read before the first prompt. */
  readonly environment?: Record<string, string>;
}

/**
 * Assembles a session without waiting. `recover` completes an answer that a crash interrupted, before the log is read. `attach` of the result
 * joins the extensions to the session.
 */
export function assembleSession(
  opened: OpenedParts,
  options: CreateSessionOptions,
  recover?: Recovery,
): { readonly session: Session; readonly attach: () => void } {
  const { services, log, extensions, chosen } = opened;
  let { environment } = opened;
  const { permission: { runCommand, hiddenIn } = {}, operations } = options;
  const remote = operations?.remote;
  const selection = selectTools(options, services.settings, (name) => extensions?.hasTool(name) ?? false);
  const clientUrls: UrlScheme[] = [];
  const editing: EditingState = {};
  const summarized = new SummarizedFiles(() => earlierReads(agent.state.messages, remote?.cwd ?? services.cwd));
  const ports = () => editing.ports?.() ?? extensions?.host?.generation.toolPorts;
  const schemes = () => [...clientUrls, ...(ports()?.schemes ?? []), ...(extensions?.sleepingSchemes ?? [])];
  const jobs = extensions?.commandJobs;
  const wakeReaders = extensions?.wakeReaders;
  const parts = {
    log,
    services,
    live: () => agent.state,
    runCommand,
    hiddenIn,
    ports,
    wakeReaders,
    jobs,
    schemes,
    summarized,
  };
  const tools = makeTools(parts, options, selection);
  const prepareTools = async () => {
    environment ??= await promptEnvironment(services);
    await followEditMode({ tools, services, extensions, editing, operations, summarized }, agent.state.model);
  };
  recover?.(log, (name) => tools.get(name)?.tool.replay);
  const shared = sharedParts(log, options, {
    tools,
    schemes,
    hooks: extensions?.hooks ?? options.hooks ?? {},
    beforeSubscribers: (event) => session.journals.handle(event),
    remote,
    snapshots: options.snapshots && !remote ? snapshotHolder(log, services) : undefined,
    fitImages: async (content) => {
      if (!services.settings.get("images.autoResize")) return content;
      return await fitContent(content, imageLimits(physicalModel(agent.state, services.models)));
    },
  });
  const requests = openRequests(shared, services, { agent: () => agent, isRunning: () => !session.isIdle });
  const { parentSnapshots = shared.snapshots } = options;
  const agent: Agent = makeAgent({ ...shared, snapshots: parentSnapshots }, services, chosen, requests, opened.agent);
  const made = { ...shared, agent, extensions, clientUrls, prepareTools, toolPorts: ports };
  const session: Session = new Session(
    sessionParts(made, options, services, chosen, requests, (offered) => ({
      ...promptInput(offered, options, services),
      environment: environment ?? {},
    })),
  );
  if (chosen.isFirst) session.recordInitialChoice();
  return { session, attach: () => extensions?.attach(session, selection) };
}

type Recovery = typeof import("./recover/recover-live.ts").recoverLive;

/** Resolves to what completes an answer that a crash interrupted. */
async function cutOffAnswer(log: SessionLog): Promise<Recovery | undefined> {
  return isCutOff(log) ? (await import("./recover/recover-live.ts")).recoverLive : undefined;
}

/** Whether a crash may have left the output of a command that the user ran. */
function mayHaveLeftCommands(log: SessionLog): boolean {
  const file = log.getSessionFile();
  return file !== undefined && !log.getReadOnlyReason() && existsSync(artifactDirectory(file));
}

function snapshotHolder(log: SessionLog, { agentDir, settings }: Workspace): SnapshotHolder {
  const limits = () => ({
    maxFileBytes: settings.get("snapshots.maxFileBytes"),
    maxFiles: settings.get("snapshots.maxFiles"),
  });
  const holder: SnapshotHolder & { made: RunSnapshots | undefined } = {
    made: undefined,
    get: () => {
      holder.made ??= new RunSnapshots({ log, agentDir, limits }, (message) => holder.onProblem?.(message));
      return holder.made;
    },
  };
  return holder;
}

/** The parts that both the agent and the session use. */
type SharedParts = Pick<
  SessionParts,
  "log" | "tools" | "hooks" | "events" | "recorder" | "permission" | "snapshots" | "onListenerError"
> & {
  readonly remote: RemoteSession | undefined;
  readonly fitImages: FitImages;
  readonly schemes: () => readonly UrlScheme[];
  readonly runningCalls: RunningCalls;
};

function sharedParts(
  log: SessionLog,
  { permission = { policy: allowAll, ask: async () => false }, onListenerError = reportToStderr }: CreateSessionOptions,
  {
    beforeSubscribers,
    ...rest
  }: Pick<SharedParts, "tools" | "hooks" | "fitImages" | "snapshots" | "schemes" | "remote"> & {
    readonly beforeSubscribers: AgentSessionEventListener;
  },
): SharedParts {
  const events = new SessionEvents(beforeSubscribers, onListenerError);
  permission.onRefused = (refusal) => events.emit(refusal);
  const runningCalls = new RunningCalls();
  return { log, events, recorder: new Recorder(log, events), permission, runningCalls, onListenerError, ...rest };
}

function openRequests(
  { log, hooks, recorder }: SharedParts,
  services: Workspace,
  { agent, isRunning }: { readonly agent: () => Agent; readonly isRunning: () => boolean },
): CredentialedStream {
  return new CredentialedStream(services, { log, agent }, hooks, {
    mode: () => services.settings.get("cacheWarming"),
    isRunning,
    decide: hooks.onCacheWarming?.bind(hooks),
    record: ({ provider, id }, usage) => recorder.recordUsage("cache_warm", provider, id, usage),
  });
}

function makeAgent(
  shared: SharedParts,
  { settings }: Workspace,
  { model, thinkingLevel }: ChosenModel,
  requests: CredentialedStream,
  given: Agent | undefined,
): Agent {
  const ports = agentPorts({
    ...shared,
    restoreSecrets: (args, request) => requests.secrets?.restore(args, request),
    onAnswer: (message) => requests.answered(message),
  });
  if (given) return connectAgent(given, ports);
  return new Agent({
    ...ports,
    ...agentSettings(settings),
    streamFn: async (model, context, request) => {
      const { found } = shared.tools;
      const placed =
        found.length > 0 ? (await import("./run/place-found-tools.ts")).placeFoundTools(context, found) : context;
      return await requests.stream(model, placed, request);
    },
    initialState: {
      model,
      thinkingLevel: clampThinkingLevel(model, thinkingLevel),
      messages: shared.log.deferContext(),
    },
  });
}

/** Connects the agent of a program to the session. What the program has set itself is kept, except what records and permits tool calls. */
function connectAgent(agent: Agent, ports: AgentOptions): Agent {
  const { sessionId, transformContext, onPayload, onResponse, convertToLlm: _, ...rest } = ports;
  const kept = { sessionId, transformContext, onPayload, onResponse };
  for (const [name, port] of Object.entries(kept))
    if (Reflect.get(agent, name) === undefined) Reflect.set(agent, name, port);
  return Object.assign(agent, rest);
}

function sessionParts(
  made: SharedParts & Pick<SessionParts, "agent" | "extensions" | "clientUrls" | "prepareTools">,
  options: CreateSessionOptions,
  services: Workspace,
  chosen: ChosenModel,
  requests: CredentialedStream,
  promptInput: SessionParts["promptInput"],
): SessionParts {
  const { settings, models } = services;
  return {
    ...made,
    models: { ...usableModels(services, chosen), scoped: options.scopedModels },
    unfollowSettings: followSettings(made.agent, settings),
    warming: { next: () => requests.warmer?.next(), stop: () => requests.warmer?.stop() },
    rateLimits: requests.fallback(),
    limits: () => physicalModel(made.agent.state, models),
    retrySettings: () => ({
      ...retryPolicy(settings),
      longestWaitMs: settings.get("retry.provider.maxRetryDelayMs") || Number.POSITIVE_INFINITY,
    }),
    compactionSettings: (model) => compactionPolicy(settings, model),
    ...spareModels(services),
    branchSummaryReserve: () => settings.get("branchSummary.reserveTokens"),
    bash: made.remote?.shell ?? localShell(services),
    expand: (text) => expand(text, services),
    promptInput,
    checkModel: (model) => {
      models.choose(model.provider);
      checkModel(model, models, chosen);
    },
    createSession: async (child) => {
      const excludeTools = [...(child.excludeTools ?? []), ...(made.remote?.excludedTools ?? [])];
      return await createSession({ operations: options.operations, ...child, excludeTools });
    },
  };
}

function noticesOf({ fallbackMessage, foundServer }: ChosenModel) {
  return {
    ...(fallbackMessage && { modelFallbackMessage: fallbackMessage }),
    ...(foundServer && { foundServer }),
  };
}

/** Expands skills and templates. They start with a slash, so the code is not loaded for other prompts. */
async function expand(text: string, { resources }: Workspace): Promise<string> {
  if (!text.startsWith("/")) return text;
  const { expandInput } = await import("./input/expand-input.ts");
  return await expandInput(text, { ...resources.getSkills(), ...resources.getPrompts() });
}

function usableModels(
  { models, settings }: Workspace,
  { isRestored }: Pick<ChosenModel, "isRestored">,
): SessionParts["models"] {
  const available = async () => {
    await models.loadUsable();
    return models.getAvailable();
  };
  return { available, defaults: settings, isRestored };
}

/** Loads the extensions. The host is a separate module, which is not loaded if there are none. */
async function openExtensions(
  { extensions = {} }: CreateSessionOptions,
  services: Workspace,
): Promise<SessionExtensions | undefined> {
  if ("attach" in extensions) return extensions;
  const { paths = [], inline = [], noExtensions = false } = extensions;
  const found = noExtensions ? 0 : services.resources.getExtensionPaths().items.length;
  if (paths.length + inline.length + found === 0) return undefined;
  return await SessionExtensions.load({ ...extensions, services });
}

function promptInput(tools: ToolSet, options: CreateSessionOptions, services: Workspace): SystemPromptInput {
  const { resources, agentDir } = services;
  const remote = options.operations?.remote;
  const files = resources.getAgentsFiles().agentsFiles;
  return {
    cwd: remote?.cwd ?? services.cwd,
    tools: promptTools(tools),
    customPrompt: options.systemPrompt ?? resources.getSystemPrompt(),
    append:
      [...resources.getAppendSystemPrompt(), options.appendSystemPrompt].filter(Boolean).join("\n\n") || undefined,
    contextFiles: options.noProjectContext
      ? []
      : remote
        ? [...files.filter(({ path }) => path.startsWith(agentDir)), ...remote.contextFiles]
        : files,
    skills: options.noProjectContext ? [] : resources.getSkills().skills,
  };
}

/**
 * Returns the tools for the system prompt. Tools that a search has declared are left out, so that the prompt does not change. Instead the
 * search tool's line names the tools that can be found.
 */
function promptTools(tools: ToolSet): SystemPromptInput["tools"] {
  const declared = tools.declaredTools().filter(({ tool }) => !tools.isFound(tool.name));
  return declared.map(({ tool: { name }, snippet, guidelines }) => {
    const names = name === SEARCH_TOOL ? tools.namedInPrompt() : "";
    return { name, snippet: snippet && names ? `${snippet} (${names})` : snippet, guidelines };
  });
}

function reportToStderr(error: unknown): void {
  printWarning(`a listener failed: ${errorText(error)}`);
}
