import type { AgentState, AgentTool, SessionLog } from "@tau/agent";
import type { ToolSelection } from "../../extensions/session/session-extensions.ts";
import { imageLimits } from "../../images/index.ts";
import { expandTilde } from "../../paths/index.ts";
import { type SessionFacts, sessionEnvironment } from "../../process/index.ts";
import type { SettingsStore } from "../../settings/index.ts";
import {
  type BashOperations,
  type BashToolOptions,
  builtinTools,
  type ToolPortsSource,
  type ToolsOptions,
  type UrlScheme,
  type UrlSources,
} from "../../tools/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { artifactOptions } from "../log/session-artifacts.ts";
import { physicalModel } from "../model/virtual-selection.ts";
import { chooseTools, type ToolChoice, type ToolWishes } from "./tool-choice.ts";
import { ToolSet } from "./tool-set.ts";

export interface SessionToolWishes extends Omit<ToolWishes, "defaultTools"> {
  readonly customTools?: readonly AgentTool[];
}

export interface ToolParts {
  readonly log: SessionLog;
  readonly services: Workspace;
  /** What the agent's state is while a tool runs. */
  readonly live: () => AgentState;
  /** What extensions have registered for the tools. */
  readonly ports: ToolPortsSource;
  /** The URLs of the client; they come before those of extensions. */
  readonly clientUrls: readonly UrlScheme[];
}

type IsActive = (toolName: string) => boolean;

/** The built-in tools and those that the program brings, with those on that are wished for. */
export function makeTools(parts: ToolParts, wishes: SessionToolWishes): ToolSet {
  const { cwd, settings } = parts.services;
  const set = new ToolSet();
  const options = toolsOptions(parts, (name) => set.activeNames().includes(name));
  const choice = toolChoice(wishes, settings);
  const builtin = builtinTools.filter(({ name }) => choice.exists(name));
  for (const { create, prompt } of builtin)
    set.register({ tool: create(cwd, options), snippet: prompt.promptSnippet, guidelines: prompt.promptGuidelines });
  const customTools = (wishes.customTools ?? []).filter(({ name }) => choice.exists(name));
  for (const tool of customTools) set.register({ tool });
  const own = builtin.map(({ name, isDefault }) => ({ name, isBuiltIn: true, byDefault: isDefault }));
  const custom = customTools.map(({ name }) => ({ name, isBuiltIn: false, byDefault: true }));
  set.activate([...own, ...custom].filter(choice.isOn).map(({ name }) => name));
  return set;
}

/** Which tools of extensions the session has, and which are offered from the start. */
export function extensionTools(wishes: SessionToolWishes, settings: SettingsStore): ToolSelection {
  const { exists, isOn } = toolChoice(wishes, settings);
  return { exists, isOn: (name, byDefault) => isOn({ name, isBuiltIn: false, byDefault }) };
}

function toolChoice(wishes: SessionToolWishes, settings: SettingsStore): ToolChoice {
  return chooseTools({ ...wishes, defaultTools: settings.get("defaultTools") });
}

function toolsOptions({ log, services, live, ports, clientUrls }: ToolParts, isActive: IsActive): ToolsOptions {
  const { settings, resources, processes } = services;
  const { artifacts, ...kept } = artifactOptions(log);
  const schemes = () => [...clientUrls, ...(ports()?.schemes ?? [])];
  const urls: UrlSources = { artifacts, skills: () => resources.getSkills().skills, schemes };
  const refuse = commandRefusal(settings, isActive);
  // Getters, because a changed setting holds from the next call on.
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
      processes,
      refuse,
      urls,
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
      urls,
      ports,
    },
    grep: { urls, ports },
    write: { urls },
    edit: { urls },
  };
}

/** Asked at each command, so that a change of the settings counts; the rules are loaded where they are wanted. */
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

/** Commands of the user, with the same shell and prefix as those of the model. */
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
