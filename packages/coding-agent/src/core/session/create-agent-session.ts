import { Agent, type AgentTool, type SessionLog } from "@tau/agent";
import { createLog } from "@tau/agent/node";
import { clampThinkingLevel, type Model, type ModelThinkingLevel } from "@tau/ai";
import { errorText } from "../error-text.ts";
import type { ExtensionHostOptions } from "../extensions/host/extension-host.ts";
import { SessionExtensions, type ToolSelection } from "../extensions/session/session-extensions.ts";
import { fitContent, type ImageResizeOptions, imageLimits } from "../images/index.ts";
import { findInitialModel, initialThinkingLevel, isThinkingLevel, type ScopedModel } from "../models/index.ts";
import { printWarning } from "../output/print.ts";
import { expandTilde } from "../paths/index.ts";
import { allowAll } from "../permission/index.ts";
import { type SessionFacts, sessionEnvironment } from "../process/index.ts";
import type { SystemPromptInput } from "../prompt/system-prompt.ts";
import { SdkSession } from "../sdk/sdk-session.ts";

import { retryPolicy, type SettingsStore } from "../settings/index.ts";
import {
  type BashOperations,
  type BashToolOptions,
  builtinTools,
  type ToolsOptions,
  type UrlSources,
} from "../tools/index.ts";
import { compactionPolicy, spareModels } from "./compaction/compaction-policy.ts";
import { agentSettings, followSettings } from "./follow-settings.ts";
import { artifactOptions } from "./log/session-artifacts.ts";
import { sessionStoreOptions } from "./log/session-store-options.ts";
import { physicalModel, virtualSelection } from "./model/virtual-selection.ts";
import { isCutOff } from "./recover/live-lines.ts";
import { CredentialedStream } from "./run/credentialed-stream.ts";
import { AgentSessionError } from "./session-error.ts";
import type { SessionHooks } from "./session-hooks.ts";
import type { AgentSessionParts } from "./session-parts.ts";
import { createSessionServices, type SessionServices, type SessionServicesOptions } from "./session-services.ts";
import { chooseTools, type ToolChoice } from "./tools/tool-choice.ts";
import { ToolSet } from "./tools/tool-set.ts";

export interface CreateAgentSessionOptions extends SessionServicesOptions {
  readonly services?: SessionServices;
  /** Default: a new session in the folder of the working directory. */
  readonly log?: SessionLog;
  /** Default: the session's own, then what settings, credentials and this machine suggest. */
  readonly model?: Model | undefined;
  /** Default: the session's own, then what the settings say for the model, then what they say for all. */
  readonly thinkingLevel?: ModelThinkingLevel | undefined;
  readonly scopedModels?: readonly ScopedModel[];
  /** Only these tools. */
  readonly tools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  readonly noTools?: "all" | "builtin" | undefined;
  readonly customTools?: readonly AgentTool[];
  readonly systemPrompt?: string | undefined;
  readonly appendSystemPrompt?: string | undefined;
  readonly hooks?: SessionHooks;
  /** Extensions that are loaded already, or what to load. Default: those that were found, if any. */
  readonly extensions?: SessionExtensions | ExtensionChoice | undefined;
  /** Stands between the model and every effect. Default: whatever the tools can do is allowed. */
  readonly permission?: AgentSessionParts["permission"];
  /** Told what a subscriber threw. Default: a line on stderr. */
  readonly onListenerError?: (error: unknown) => void;
}

export type ExtensionChoice = Omit<ExtensionHostOptions, "services">;

export interface CreateAgentSessionResult {
  readonly session: SdkSession;
  readonly services: SessionServices;
  /** Says that another model than the session's was taken, and why. */
  readonly modelFallbackMessage?: string;
  /** The server of this machine at which the model was found. */
  readonly foundServer?: string;
}

/** Puts a session together. Every part can be given; what is not is made from the user's files. */
export async function createAgentSession(options: CreateAgentSessionOptions = {}): Promise<CreateAgentSessionResult> {
  const services = options.services ?? (await createSessionServices(options));
  const log = options.log ?? createLog(services.cwd, undefined, sessionStoreOptions(services));
  const extensions = await openExtensions(options, services);
  const saved = virtualSelection(log, services.models) ?? log.getContextState().model;
  const chosen = await chooseModel(
    { ...options, thinkingLevel: options.thinkingLevel ?? levelOf(log) },
    services,
    saved,
  );
  const facts = () => sessionEnvironment(factsOf(agent, log));
  const limits = () => imageLimits(physicalModel(agent.state, services.models));
  const isActive = (name: string) => tools.activeNames().includes(name);
  const tools = createToolSet(options, services, toolsOptions(log, services, { facts, limits, isActive }));
  if (isCutOff(log))
    (await import("./recover/recover-live.ts")).recoverLive(log, (name) => tools.get(name)?.tool.replay);
  const hooks = extensions?.hooks ?? options.hooks ?? {};
  const requests = new CredentialedStream(services, { log, agent: () => agent }, hooks);
  const agent: Agent = new Agent({
    initialState: {
      model: chosen.model,
      thinkingLevel: clampThinkingLevel(chosen.model, chosen.thinkingLevel),
      messages: log.deferContext(),
    },
    streamFn: requests.stream,
    now: () => log.now(),
    ...agentSettings(services.settings),
  });
  const parts: AgentSessionParts = {
    agent,
    log,
    tools,
    models: usableModels(services, chosen),
    hooks,
    unfollowSettings: followSettings(agent, services.settings),
    warming: { next: () => requests.warmer?.next(), stop: () => requests.warmer?.stop() },
    extensions,
    rateLimits: requests.fallback(),
    onAnswer: (message) => requests.answered(message),
    limits: () => physicalModel(agent.state, services.models),
    retrySettings: () => retryPolicy(services.settings),
    compactionSettings: (model) => compactionPolicy(services.settings, model),
    ...spareModels(services),
    branchSummaryReserve: () => services.settings.get("branchSummary.reserveTokens"),
    bash: localShell(services),
    fitImages: async (content) =>
      services.settings.get("images.autoResize") ? await fitContent(content, limits()) : content,
    permission: options.permission ?? { policy: allowAll, ask: async () => false },
    expand: (text) => expand(text, services),
    promptInput: (offered) => promptInput(offered, options, services),
    hasCredentials: async (model) => services.models.hasConfiguredAuth(model),
    onListenerError: options.onListenerError ?? reportToStderr,
  };
  const session = new SdkSession(parts, services);
  requests.warming = {
    mode: () => services.settings.get("cacheWarming"),
    isRunning: () => !session.isIdle,
    decide: hooks.onCacheWarming?.bind(hooks),
    record: (model, usage) => session.recordUsage("cache_warm", model, usage),
  };
  session.choice.scoped = options.scopedModels ?? [];
  if (!saved && !log.hasMessages()) session.recordInitialChoice();
  await session.bash.recover();
  extensions?.attach(session, selectionFor(toolChoice(options, services.settings)));
  return { session, services, ...noticesOf(chosen) };
}

function noticesOf({ fallbackMessage, foundServer }: ChosenModel) {
  return {
    ...(fallbackMessage && { modelFallbackMessage: fallbackMessage }),
    ...(foundServer && { foundServer }),
  };
}

/** Skills and templates are called by a slash: most prompts call none. */
async function expand(text: string, { resources }: SessionServices): Promise<string> {
  if (!text.startsWith("/")) return text;
  const { expandInput } = await import("./input/expand-input.ts");
  return await expandInput(text, { ...resources.getSkills(), ...resources.getPrompts() });
}

function usableModels(
  { models, settings }: SessionServices,
  { isRestored }: Pick<ChosenModel, "isRestored">,
): AgentSessionParts["models"] {
  const available = async () => {
    await models.loadUsable();
    return models.getAvailable();
  };
  return { available, defaults: settings, isRestored };
}

/** The host is a module of its own: without extensions it is not loaded. */
async function openExtensions(
  { extensions = {} }: CreateAgentSessionOptions,
  services: SessionServices,
): Promise<SessionExtensions | undefined> {
  if ("attach" in extensions) return extensions;
  const { paths = [], inline = [], noExtensions = false } = extensions;
  const found = noExtensions ? 0 : services.resources.getExtensionPaths().items.length;
  if (paths.length + inline.length + found === 0) return undefined;
  return await SessionExtensions.load({ ...extensions, services });
}

interface ChosenModel {
  readonly model: Model;
  readonly thinkingLevel: ModelThinkingLevel;
  readonly fallbackMessage?: string;
  readonly foundServer?: string;
  /** It is the one that the log names. */
  readonly isRestored?: boolean;
}

async function chooseModel(
  { model, thinkingLevel, scopedModels = [] }: CreateAgentSessionOptions,
  { models, settings }: SessionServices,
  saved: { provider: string; modelId: string } | null,
): Promise<ChosenModel> {
  if (model) return { model, thinkingLevel: thinkingLevel ?? initialThinkingLevel(model, settings) };
  const found = await findInitialModel({ registry: models, settings, scopedModels, saved: saved ?? undefined });
  if (!found.model)
    throw new AgentSessionError(
      "no-model",
      "There is no model to talk to. Set a provider's key or start a local server.",
    );
  const isRestored = found.model.provider === saved?.provider && found.model.id === saved.modelId;
  return { ...found, model: found.model, thinkingLevel: thinkingLevel ?? found.thinkingLevel, isRestored };
}

/** The level the session was left with. */
function levelOf(log: SessionLog): ModelThinkingLevel | undefined {
  const level = log.getChosenThinkingLevel();
  return level !== undefined && isThinkingLevel(level) ? level : undefined;
}

interface LiveFacts {
  readonly facts: () => Readonly<Record<string, string>>;
  readonly limits: () => ImageResizeOptions;
  readonly isActive: (toolName: string) => boolean;
}

function toolsOptions(log: SessionLog, services: SessionServices, live: LiveFacts): ToolsOptions {
  const { settings, resources } = services;
  const { artifacts, ...kept } = artifactOptions(log);
  const urls: UrlSources = { artifacts, skills: () => resources.getSkills().skills };
  const refuse = commandRefusal(settings, live.isActive);
  // Getters, because a changed setting holds from the next call on.
  return {
    powershell: {
      ...kept.powershell,
      refuse,
      get defaultTimeout() {
        return settings.get("shellTimeoutSeconds");
      },
    },
    bash: {
      ...kept.bash,
      refuse,
      urls,
      sessionEnvironment: live.facts,
      get shellPath() {
        return shellPath(settings);
      },
      get commandPrefix() {
        return settings.get("shellCommandPrefix");
      },
      get defaultTimeout() {
        return settings.get("shellTimeoutSeconds");
      },
    },
    read: {
      get autoResizeImages() {
        return settings.get("images.autoResize");
      },
      modelLimits: live.limits,
      urls,
    },
    grep: { urls },
  };
}

/** Asked at each command, so that a change of the settings counts; the rules are loaded where they are wanted. */
function commandRefusal(settings: SettingsStore, isActive: LiveFacts["isActive"]): BashToolOptions["refuse"] {
  return async (command) => {
    if (!settings.get("bashInterceptor.enabled")) return undefined;
    const { findRefusal } = await import("../tools/bash/command-rules.ts");
    return findRefusal(command, isActive, settings.get("bashInterceptor.patterns"));
  };
}

function shellPath(settings: SettingsStore): string | undefined {
  const path = settings.get("shellPath");
  return path ? expandTilde(path) : undefined;
}

/** Commands of the user, with the same shell and prefix as those of the model. */
function localShell({ settings }: SessionServices): BashOperations {
  return {
    async exec(command, ...rest) {
      const { createLocalBashOperations } = await import("../tools/bash/operations.ts");
      const prefix = settings.get("shellCommandPrefix");
      const whole = prefix ? `${prefix}\n${command}` : command;
      return await createLocalBashOperations({ shellPath: shellPath(settings) }).exec(whole, ...rest);
    },
  };
}

function createToolSet(
  options: CreateAgentSessionOptions,
  { cwd, settings }: SessionServices,
  tools: ToolsOptions,
): ToolSet {
  const set = new ToolSet();
  const builtin = options.noTools === undefined ? builtinTools : [];
  for (const { create, prompt } of builtin)
    set.register({ tool: create(cwd, tools), snippet: prompt.promptSnippet, guidelines: prompt.promptGuidelines });
  for (const tool of options.noTools === "all" ? [] : (options.customTools ?? [])) set.register({ tool });
  const isOn = toolChoice(options, settings);
  const own = builtin.map(({ name, isDefault }) => ({ name, isBuiltIn: true, byDefault: isDefault }));
  const custom = (options.customTools ?? []).map(({ name }) => ({ name, isBuiltIn: false, byDefault: true }));
  set.activate([...own, ...custom].filter(isOn).map(({ name }) => name));
  return set;
}

function selectionFor(isOn: ToolChoice): ToolSelection {
  return { isOn: (name, byDefault) => isOn({ name, isBuiltIn: false, byDefault }) };
}

function toolChoice(options: CreateAgentSessionOptions, settings: SettingsStore): ToolChoice {
  return chooseTools({ ...options, defaultTools: settings.get("defaultTools") });
}

function factsOf({ state }: Agent, log: SessionLog): SessionFacts {
  return {
    sessionId: log.getSessionId(),
    sessionFile: log.getSessionFile(),
    provider: state.model.provider,
    model: state.model.id,
    thinkingLevel: state.thinkingLevel,
  };
}

function promptInput(tools: ToolSet, options: CreateAgentSessionOptions, services: SessionServices): SystemPromptInput {
  const { cwd, resources } = services;
  return {
    cwd,
    tools: tools.declaredTools().map(({ tool, snippet, guidelines }) => ({ name: tool.name, snippet, guidelines })),
    customPrompt: options.systemPrompt ?? resources.getSystemPrompt(),
    append:
      [...resources.getAppendSystemPrompt(), options.appendSystemPrompt].filter(Boolean).join("\n\n") || undefined,
    contextFiles: resources.getAgentsFiles().agentsFiles,
    skills: resources.getSkills().skills,
  };
}

function reportToStderr(error: unknown): void {
  printWarning(`a listener failed: ${errorText(error)}`);
}
