import type { SessionStartEvent } from "../../core/extensions/contract/index.ts";
import { AgentSessionRuntime } from "./agent-session-runtime.ts";
import type { CreateAgentSessionRuntimeFactory } from "./agent-session-services.ts";
import type { SessionManager } from "./session-manager.ts";

export interface CreateAgentSessionRuntimeOptions {
  readonly cwd: string;
  readonly agentDir: string;
  readonly sessionManager: SessionManager;
  readonly sessionStartEvent?: SessionStartEvent;
}

/** Creates the first session and the runtime that creates all later ones. */
export async function createAgentSessionRuntime(
  create: CreateAgentSessionRuntimeFactory,
  { cwd, agentDir, sessionManager, sessionStartEvent }: CreateAgentSessionRuntimeOptions,
): Promise<AgentSessionRuntime> {
  const { session, services, diagnostics, modelFallbackMessage } = await create({
    cwd: sessionManager.getCwd() || cwd,
    agentDir,
    sessionManager,
    sessionStartEvent: sessionStartEvent ?? { type: "session_start", reason: "startup" },
  });
  return new AgentSessionRuntime(session, services, create, diagnostics, modelFallbackMessage);
}
