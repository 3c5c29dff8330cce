import type { SessionManager } from "../../compat/pi/session-manager.ts";
import type { SessionStartEvent } from "../extensions/contract/index.ts";
import type { CreateAgentSessionRuntimeFactory } from "./agent-session-services.ts";
import { SdkSessionRuntime } from "./sdk-session-runtime.ts";

export interface CreateAgentSessionRuntimeOptions {
  readonly cwd: string;
  readonly agentDir: string;
  readonly sessionManager: SessionManager;
  readonly sessionStartEvent?: SessionStartEvent;
}

/** The first session of a runtime, and the runtime that makes all that follow it. */
export async function createAgentSessionRuntime(
  create: CreateAgentSessionRuntimeFactory,
  { cwd, agentDir, sessionManager, sessionStartEvent }: CreateAgentSessionRuntimeOptions,
): Promise<SdkSessionRuntime> {
  const { session, services, diagnostics, modelFallbackMessage } = await create({
    cwd: sessionManager.getCwd() || cwd,
    agentDir,
    sessionManager,
    sessionStartEvent: sessionStartEvent ?? { type: "session_start", reason: "startup" },
  });
  return new SdkSessionRuntime(session, services, create, diagnostics, modelFallbackMessage);
}
