import type { SessionManager } from "@tau/agent";
import type { CreateAgentSessionResult } from "../session/create-agent-session.ts";
import { AgentSessionRuntime, type SessionStart } from "../session/session-runtime.ts";
import { createSessionServices, type SessionServices, serviceDiagnostics } from "../session/session-services.ts";
import type { SettingsManager } from "../settings/index.ts";
import { type CreateAgentSessionOptions, createAgentSession } from "./create-agent-session.ts";
import { DefaultResourceLoader, type DefaultResourceLoaderOptions } from "./default-resource-loader.ts";
import type { ModelRuntime } from "./model-runtime.ts";

export interface AgentSessionRuntimeDiagnostic {
  readonly type: "info" | "warning" | "error";
  readonly message: string;
}

/** What the sessions of one folder stand on, and what is wrong with it. */
export interface AgentSessionServices extends SessionServices {
  readonly diagnostics: readonly AgentSessionRuntimeDiagnostic[];
}

export interface CreateAgentSessionServicesOptions {
  readonly cwd: string;
  readonly agentDir?: string;
  readonly settingsManager?: SettingsManager;
  readonly modelRuntime?: ModelRuntime;
  readonly resourceLoaderOptions?: Omit<DefaultResourceLoaderOptions, "cwd" | "agentDir" | "settingsManager">;
}

export async function createAgentSessionServices(
  options: CreateAgentSessionServicesOptions,
): Promise<AgentSessionServices> {
  const { cwd, agentDir, settingsManager, modelRuntime, resourceLoaderOptions } = options;
  const base = { cwd, agentDir, settings: settingsManager, models: modelRuntime?.registry };
  const services = await createSessionServices(base);
  const diagnostics = serviceDiagnostics(services).map((message) => ({ type: "warning" as const, message }));
  if (!resourceLoaderOptions) return { ...services, diagnostics };
  const place = { cwd, agentDir: services.agentDir, settingsManager: services.settings };
  const resources = new DefaultResourceLoader({ ...resourceLoaderOptions, ...place });
  await resources.reload();
  return { ...services, resources, diagnostics };
}

export interface CreateAgentSessionFromServicesOptions
  extends Omit<CreateAgentSessionOptions, "services" | "sessionManager"> {
  readonly services: SessionServices;
  readonly sessionManager: SessionManager;
  readonly sessionStartEvent?: SessionStart | undefined;
}

export async function createAgentSessionFromServices(
  options: CreateAgentSessionFromServicesOptions,
): Promise<CreateAgentSessionResult> {
  const { sessionStartEvent: _, sessionManager, ...rest } = options;
  return await createAgentSession({ ...rest, sessionManager: sessionManager as never });
}

export interface CreateAgentSessionRuntimeResult extends CreateAgentSessionResult {
  readonly diagnostics?: readonly AgentSessionRuntimeDiagnostic[];
}

/** Makes the session for a log. */
export type CreateAgentSessionRuntimeFactory = (place: {
  cwd: string;
  agentDir: string;
  sessionManager: SessionManager;
  sessionStartEvent?: SessionStart;
}) => Promise<CreateAgentSessionRuntimeResult>;

/** A session that can be replaced by another: new, resumed, forked. */
export async function createAgentSessionRuntime(
  create: CreateAgentSessionRuntimeFactory,
  options: { cwd: string; agentDir: string; sessionManager: SessionManager },
): Promise<AgentSessionRuntime> {
  const { agentDir, sessionManager } = options;
  return await AgentSessionRuntime.start(
    (log, start) =>
      create({ cwd: log.getCwd() || options.cwd, agentDir, sessionManager: log, sessionStartEvent: start }),
    sessionManager as never,
  );
}
