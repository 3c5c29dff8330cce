import type { SessionLog } from "@tau/agent";
import { prepareWithManager, SessionManager } from "../../compat/pi/session-manager.ts";
import type { ProjectTrustContext } from "../extensions/contract/index.ts";
import {
  type AfterSwitch,
  type NewSessionRequest,
  SessionRuntime,
  type SessionStart,
  type SwitchResult,
} from "../session/replace/session-runtime.ts";
import type {
  AgentSessionRuntimeDiagnostic,
  AgentSessionServices,
  CreateAgentSessionRuntimeFactory,
} from "./agent-session-services.ts";
import type { SdkSession } from "./sdk-session.ts";

interface NewSdkSessionRequest extends NewSessionRequest {
  readonly setup?: (sessionManager: SessionManager) => Promise<void>;
}

export interface SwitchSessionOptions extends AfterSwitch {
  readonly cwdOverride?: string;
  /** Who is asked whether the folder of that session is trusted. */
  readonly projectTrustContextFactory?: (cwd: string) => ProjectTrustContext;
}

/**
 * A session that can be replaced by another: new, resumed, forked. Extensions are asked before, and told of the end of theirs; the
 * program binds those of the next session itself.
 */
export class SdkSessionRuntime extends SessionRuntime {
  private found: readonly AgentSessionRuntimeDiagnostic[];
  private trustContext: SwitchSessionOptions["projectTrustContextFactory"];

  constructor(
    session: SdkSession,
    services: AgentSessionServices,
    createRuntime: CreateAgentSessionRuntimeFactory,
    diagnostics: readonly AgentSessionRuntimeDiagnostic[] = [],
    modelFallbackMessage?: string,
  ) {
    const fallback = modelFallbackMessage === undefined ? {} : { modelFallbackMessage };
    super({ session, services, ...fallback }, async (log, start) => {
      const made = await createRuntime({ ...this.placeOf(log), ...startEvent(start) });
      this.found = made.diagnostics ?? [];
      return made;
    });
    this.found = diagnostics;
    this.hooks = {
      beforeSwitch: async (target) => (await this.switchHooks()).beforeSwitch?.(target) ?? false,
      beforeFork: async (target) => (await this.switchHooks()).beforeFork?.(target) ?? false,
      onShutdown: async (end) => await (await this.switchHooks()).onShutdown?.(end),
    };
  }

  override get services(): AgentSessionServices {
    // The factory makes every session of this runtime.
    return super.services as AgentSessionServices;
  }

  override get diagnostics(): readonly AgentSessionRuntimeDiagnostic[] {
    return this.found;
  }

  override async switchSession(
    sessionPath: string,
    { projectTrustContextFactory, ...options }: SwitchSessionOptions = {},
  ): Promise<SwitchResult> {
    this.trustContext = projectTrustContextFactory;
    try {
      return await super.switchSession(sessionPath, options);
    } finally {
      this.trustContext = undefined;
    }
  }

  override async newSession({ setup, ...request }: NewSdkSessionRequest = {}): Promise<SwitchResult> {
    return await super.newSession({ ...request, ...prepareWithManager(setup) });
  }

  private placeOf(log: SessionLog) {
    const cwd = log.getCwd() || this.services.cwd;
    const projectTrustContext = this.trustContext?.(cwd);
    const trust = projectTrustContext ? { projectTrustContext } : {};
    return { cwd, agentDir: this.services.agentDir, sessionManager: SessionManager.of(log), ...trust };
  }

  private async switchHooks() {
    const { createSwitchHooks } = await import("../extensions/session/switch-hooks.ts");
    return createSwitchHooks(this, () => ({ mode: "print" }));
  }
}

function startEvent({ reason, previousSessionFile }: SessionStart) {
  const previous = previousSessionFile === undefined ? {} : { previousSessionFile };
  return { sessionStartEvent: { type: "session_start" as const, reason, ...previous } };
}
