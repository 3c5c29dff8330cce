import type { Agent, AgentTool } from "@tau/agent";
import type {
  ExtensionCommandContextActions,
  ExtensionErrorListener,
  ExtensionMode,
  ExtensionUIContext,
  SessionStartEvent,
  ToolDefinition,
} from "../../core/extensions/contract/index.ts";
import type { ChoiceOptions, ScopedModel } from "../../core/session/model/model-choice.ts";
import type { ResourceLoader } from "./default-resource-loader.ts";
import type { ExtensionRunner } from "./extension-runner.ts";
import type { ModelRuntime } from "./model-runtime.ts";
import type { SessionManager } from "./session-manager.ts";
import type { SettingsManager } from "./settings-manager.ts";

/** What a program passes to extensions when it owns a session itself, without a mode. */
export interface SdkExtensionBindings {
  readonly uiContext?: ExtensionUIContext;
  readonly mode?: ExtensionMode;
  readonly commandContextActions?: ExtensionCommandContextActions;
  /** Stops the run for an extension. By default the session stops it. */
  readonly abortHandler?: () => void;
  readonly shutdownHandler?: () => void;
  readonly onError?: ExtensionErrorListener;
}

export interface ModelMutationOptions {
  /** Also makes the choice the default of later sessions. */
  readonly persist?: boolean;
}

/** The parts from which a program assembles a session itself. `createAgentSession` creates those that are missing. */
export interface AgentSessionConfig {
  /** Has its model, its stream function and the messages of the session. */
  readonly agent: Agent;
  readonly sessionManager: SessionManager;
  readonly settingsManager: SettingsManager;
  readonly cwd: string;
  /** Must be loaded: `reload` is not called. */
  readonly resourceLoader: ResourceLoader;
  readonly modelRuntime: ModelRuntime;
  readonly scopedModels?: readonly ScopedModel[];
  readonly customTools?: readonly ToolDefinition[];
  /** The tools that are active at first. Default: those of the settings. */
  readonly initialActiveToolNames?: readonly string[];
  /** The only tools that exist. Default: all. */
  readonly allowedToolNames?: readonly string[];
  readonly excludedToolNames?: readonly string[];
  /** Replaces the built-in tools, by name. */
  readonly baseToolsOverride?: Readonly<Record<string, AgentTool>>;
  /** Receives the runner of the extensions. */
  readonly extensionRunnerRef?: { current?: ExtensionRunner };
  /** Why the session was started, as its extensions see it. Default: program start. */
  readonly sessionStartEvent?: SessionStartEvent;
}

export type CycleDirection = "forward" | "backward";

export function choiceOptions({ persist = false }: ModelMutationOptions = {}): ChoiceOptions {
  return { keepDefault: !persist };
}
