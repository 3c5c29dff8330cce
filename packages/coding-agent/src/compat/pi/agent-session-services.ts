import type { ProjectTrustContext, SessionStartEvent } from "../../core/extensions/contract/index.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import type { CreatedSession } from "../../core/session/create-session.ts";
import { openWorkspace, serviceDiagnostics, type Workspace } from "../../core/workspace/workspace.ts";
import type { AgentSession } from "./agent-session.ts";
import {
  type CreateAgentSessionOptions,
  type CreateAgentSessionResult,
  createAgentSession,
} from "./create-agent-session.ts";
import {
  DefaultResourceLoader,
  type DefaultResourceLoaderOptions,
  type ResourceLoaderReloadOptions,
} from "./default-resource-loader.ts";
import { ModelRuntime } from "./model-runtime.ts";
import type { SessionManager } from "./session-manager.ts";
import { SettingsManager } from "./settings-manager.ts";

export interface AgentSessionRuntimeDiagnostic {
  readonly type: "info" | "warning" | "error";
  readonly message: string;
}

/** The services that the sessions of one folder share, and the problems found with them. */
export interface AgentSessionServices extends Workspace {
  /** `settings`, `models` and `resources` under pi's names. */
  readonly settingsManager: SettingsManager;
  readonly modelRuntime: ModelRuntime;
  readonly resourceLoader: DefaultResourceLoader;
  readonly diagnostics: AgentSessionRuntimeDiagnostic[];
  readonly extensionFlagValues?: ReadonlyMap<string, boolean | string> | undefined;
}

export interface CreateAgentSessionServicesOptions {
  readonly cwd: string;
  readonly agentDir?: string;
  readonly settingsManager?: SettingsManager;
  readonly modelRuntime?: ModelRuntime;
  /** Aborts the wait for the models. */
  readonly modelRuntimeSignal?: AbortSignal;
  /** Values of the extensions' flags, by name. */
  readonly extensionFlagValues?: ReadonlyMap<string, boolean | string>;
  readonly resourceLoaderOptions?: Omit<DefaultResourceLoaderOptions, "cwd" | "agentDir" | "settingsManager">;
  readonly resourceLoaderReloadOptions?: ResourceLoaderReloadOptions;
}

export async function createAgentSessionServices(
  options: CreateAgentSessionServicesOptions,
): Promise<AgentSessionServices> {
  const { cwd, agentDir = getAgentDir(), modelRuntime, modelRuntimeSignal, extensionFlagValues } = options;
  modelRuntimeSignal?.throwIfAborted();
  const settingsManager = options.settingsManager ?? SettingsManager.create(cwd, agentDir);
  const { store: settings } = settingsManager;
  const place = { cwd, agentDir, settingsManager };
  const resources = new DefaultResourceLoader({ ...options.resourceLoaderOptions, ...place });
  await resources.reload(options.resourceLoaderReloadOptions);
  const services = await openWorkspace({ cwd, agentDir, settings, models: modelRuntime?.registry, resources });
  return {
    ...services,
    settingsManager,
    modelRuntime: modelRuntime ?? ModelRuntime.of(services.models),
    resourceLoader: resources,
    diagnostics: serviceDiagnostics(services).map((message) => ({ type: "warning", message })),
    ...(extensionFlagValues ? { extensionFlagValues } : {}),
  };
}

export interface CreateAgentSessionFromServicesOptions
  extends Omit<CreateAgentSessionOptions, "services" | "sessionManager"> {
  readonly services: Workspace & Pick<Partial<AgentSessionServices>, "extensionFlagValues">;
  readonly sessionManager: SessionManager;
}

export async function createAgentSessionFromServices(
  options: CreateAgentSessionFromServicesOptions,
): Promise<CreateAgentSessionResult> {
  const { sessionManager, services, ...rest } = options;
  const { extensionFlagValues } = services;
  const flags = extensionFlagValues ? { extensionFlagValues } : {};
  return await createAgentSession({ ...flags, ...rest, services, sessionManager });
}

export interface CreateAgentSessionRuntimeResult extends Omit<CreatedSession, "session"> {
  readonly session: AgentSession;
  readonly services: AgentSessionServices;
  readonly extensionsResult?: CreateAgentSessionResult["extensionsResult"];
  readonly diagnostics?: readonly AgentSessionRuntimeDiagnostic[];
}

/** Creates the session for a log. */
export type CreateAgentSessionRuntimeFactory = (place: {
  cwd: string;
  agentDir: string;
  sessionManager: SessionManager;
  sessionStartEvent?: SessionStartEvent;
  projectTrustContext?: ProjectTrustContext;
}) => Promise<CreateAgentSessionRuntimeResult>;
