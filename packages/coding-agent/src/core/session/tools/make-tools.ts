import type { AgentState, AgentTool, SessionLog } from "@tau/agent";
import type { ToolSelection } from "../../extensions/session/session-extensions.ts";
import { imageLimits } from "../../images/index.ts";
import { expandTilde } from "../../paths/index.ts";
import type { SessionPermission } from "../../permission/session-permission.ts";
import {
  type ProcessOutcome,
  type ProcessPort,
  type ProcessRequest,
  type SessionFacts,
  sessionEnvironment,
} from "../../process/index.ts";
import type { SettingsStore } from "../../settings/index.ts";
import {
  type BashOperations,
  type BashToolOptions,
  builtinTools,
  type ChangeOperations,
  type CommandJobsSource,
  type ReadOperations,
  type ShellSettings,
  type ToolPortsSource,
  type ToolsOptions,
  type UrlScheme,
  type UrlSources,
  type WriteOperations,
} from "../../tools/index.ts";
import type { SummarizedFiles } from "../../tools/summarized-files.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { artifactOptions } from "../log/session-artifacts.ts";
import { physicalModel } from "../model/virtual-selection.ts";
import { loadoutPolicy } from "./loadout-policy.ts";
import type { RemoteSession } from "./remote-session.ts";
import { chooseTools, type ToolWishes } from "./tool-choice.ts";
import { type SessionTool, ToolSet } from "./tool-set.ts";

export interface SessionToolWishes extends Omit<ToolWishes, "defaultTools"> {
  readonly customTools?: readonly AgentTool[];
  readonly operations?: SessionOperations | undefined;
}

/** What the tools use instead of the files and processes of this machine. */
export interface SessionOperations {
  readonly read: ReadOperations;
  /** For `edit` in every mode and for `write`. */
  readonly change: ChangeOperations & WriteOperations;
  /** Runs a command of the model, or passes it on to the workspace's processes. */
  readonly run: (request: ProcessRequest, processes: ProcessPort) => Promise<ProcessOutcome>;
  /** Present if the tools work on another machine. */
  readonly remote?: RemoteSession;
}

export interface ToolParts {
  readonly log: SessionLog;
  readonly services: Workspace;
  /** Returns the agent's state while a tool runs. */
  readonly live: () => AgentState;
  readonly runCommand?: SessionPermission["runCommand"];
  readonly hiddenIn?: SessionPermission["hiddenIn"];
  /** The schemes, readers and decorators that extensions have registered. */
  readonly ports: ToolPortsSource;
  readonly wakeReaders: (() => Promise<void>) | undefined;
  readonly summarized: SummarizedFiles;
  readonly jobs: CommandJobsSource | undefined;
  /** Returns the URL schemes: those of the client come before those of extensions. */
  readonly schemes: () => readonly UrlScheme[];
}

type IsActive = (toolName: string) => boolean;

/** Creates the built-in tools and the program's custom tools, and activates the requested ones. */
export function makeTools(
  parts: ToolParts,
  { customTools = [], operations }: SessionToolWishes,
  { exists, start }: ToolSelection,
): ToolSet {
  const remote = operations?.remote;
  const { cwd } = remote ?? parts.services;
  const set = new ToolSet();
  const own = toolsOptions(parts, (name) => set.activeNames().includes(name), operations);
  const options = remote?.options(own) ?? own;
  const active: string[] = [];
  const add = (tool: SessionTool, asks: { isBuiltIn: boolean; isOffered: boolean }) => {
    const { name } = tool.tool;
    if (exists?.(name) === false) return;
    const { isActive, isFindable } = start({ name, ...asks });
    set.register(tool);
    set.setFindable(name, isFindable);
    if (isActive) active.push(name);
  };
  for (const { create, prompt, isDefault } of builtinTools)
    add(
      {
        tool: remote ? remote.adapt(create(cwd, options)) : create(cwd, options),
        snippet: prompt.promptSnippet,
        guidelines: prompt.promptGuidelines,
      },
      { isBuiltIn: true, isOffered: isDefault },
    );
  for (const tool of customTools) add({ tool }, { isBuiltIn: false, isOffered: true });
  set.activate(active);
  return set;
}

/** Determines which tools the session has and their initial state, from the user's wishes and from what a search can find later. */
export function selectTools(
  wishes: SessionToolWishes,
  settings: SettingsStore,
  hasTool: (name: string) => boolean,
): ToolSelection {
  const choice = chooseTools({ ...wishes, defaultTools: settings.get("defaultTools") });
  return { exists: choice.exists, start: loadoutPolicy(choice, settings, hasTool) };
}

function toolsOptions(parts: ToolParts, isActive: IsActive, operations?: SessionOperations): ToolsOptions {
  const { log, services, live, runCommand, ports, wakeReaders, jobs, schemes, summarized } = parts;
  const { settings, resources, processes: own, agentDir } = services;
  const processes = operations ? { ...own, run: (request: ProcessRequest) => operations.run(request, own) } : own;
  const change = operations && { operations: operations.change };
  const { artifacts, ...kept } = artifactOptions(log);
  const urls: UrlSources = { artifacts, skills: () => resources.getSkills().skills, schemes };
  const refuse = commandRefusal(settings, isActive);
  // Getters, so that a changed setting applies from the next call on.
  return {
    powershell: {
      ...kept.powershell,
      processes,
      refuse,
      get defaultTimeout() {
        return settings.get("shellTimeoutSeconds");
      },
    },
    bash: {
      ...kept.bash,
      processes: runCommand ? { ...processes, run: (request) => runCommand(request, processes) } : processes,
      refuse,
      urls,
      jobs,
      // A session without a log cannot be resumed, so its jobs need not be found again and have no folder.
      shellSettings: () => (settings.getSettings() as { bash?: ShellSettings }).bash,
      jobFolder: log.isPersisted() ? `${agentDir}/jobs` : undefined,
      sessionEnvironment: () => sessionEnvironment(factsOf(live(), log)),
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
      modelLimits: () => imageLimits(physicalModel(live(), services.models)),
      get images() {
        return settings.get("read.images");
      },
      get summarizeFrom() {
        return settings.get("read.summarizeFrom");
      },
      urls,
      ports,
      wakeReaders,
      summarized,
      ...(operations && { operations: operations.read }),
    },
    grep: { urls, ports, hiddenIn: parts.hiddenIn },
    write: { urls, ...change },
    edit: { urls, summarized, refusesGenerated: () => settings.get("edit.allowGenerated") !== true, ...change },
  };
}

/** Checks the settings for each command, so that changes apply at once. The rules are loaded only if they are enabled. */
function commandRefusal(settings: SettingsStore, isActive: IsActive): BashToolOptions["refuse"] {
  return async (command) => {
    if (!settings.get("bashInterceptor.enabled")) return undefined;
    const { findRefusal } = await import("../../tools/bash/command-rules.ts");
    return findRefusal(command, isActive, settings.get("bashInterceptor.patterns"));
  };
}

function shellPath(settings: SettingsStore): string | undefined {
  const path = settings.get("shellPath");
  return path ? expandTilde(path) : undefined;
}

/** Runs commands of the user, with the same shell and prefix as those of the model. */
export function localShell({ settings, processes }: Workspace): BashOperations {
  return {
    async exec(command, ...rest) {
      const { createLocalBashOperations } = await import("../../tools/bash/operations.ts");
      const prefix = settings.get("shellCommandPrefix");
      const whole = prefix ? `${prefix}\n${command}` : command;
      const options = { shellPath: shellPath(settings), processes, purpose: "user" } as const;
      return await createLocalBashOperations(options).exec(whole, ...rest);
    },
  };
}

function factsOf({ model, thinkingLevel }: AgentState, log: SessionLog): SessionFacts {
  return {
    sessionId: log.getSessionId(),
    sessionFile: log.getSessionFile(),
    provider: model.provider,
    model: model.id,
    thinkingLevel,
  };
}
