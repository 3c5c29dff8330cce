import type { SessionLog } from "@tau/agent";
import type { ProjectTrustContext } from "../../core/extensions/contract/index.ts";
import {
  type AfterSwitch,
  type NewSessionRequest,
  SessionRuntime,
  type SessionStart,
  type SwitchResult,
} from "../../core/session/replace/session-runtime.ts";
import type { AgentSession } from "./agent-session.ts";
import type {
  AgentSessionRuntimeDiagnostic,
  AgentSessionServices,
  CreateAgentSessionRuntimeFactory,
  CreateAgentSessionRuntimeResult,
} from "./agent-session-services.ts";
import { prepareWithManager, SessionManager } from "./session-manager.ts";

interface NewAgentSessionRequest extends NewSessionRequest {
  readonly setup?: (sessionManager: SessionManager) => Promise<void>;
}

export interface SwitchSessionOptions extends AfterSwitch {
  readonly cwdOverride?: string;
  /** Creates the context in which extensions decide whether the folder of that session is trusted. */
  readonly projectTrustContextFactory?: (cwd: string) => ProjectTrustContext;
}

type Made = Pick<CreateAgentSessionRuntimeResult, "session" | "services" | "diagnostics">;

/**
 * A session that can be replaced by another: new, resumed or forked. Extensions can refuse the replacement, and are notified when their
 * session ends. The program binds the extensions of the next session itself.
 */
export class AgentSessionRuntime {
  /** The core runtime, which the modes take. */
  readonly core: SessionRuntime;
  /** The latest result of the factory. */
  private made: Made;
  private trustContext: SwitchSessionOptions["projectTrustContextFactory"];

  constructor(
    session: AgentSession,
    services: AgentSessionServices,
    createRuntime: CreateAgentSessionRuntimeFactory,
    diagnostics: readonly AgentSessionRuntimeDiagnostic[] = [],
    modelFallbackMessage?: string,
  ) {
    this.made = { session, services, diagnostics };
    const fallback = modelFallbackMessage === undefined ? {} : { modelFallbackMessage };
    this.core = new SessionRuntime({ session: session.core, services, ...fallback }, async (log, start) => {
      const made = await createRuntime({ ...this.placeOf(log), ...startEvent(start) });
      this.made = made;
      return { ...made, session: made.session.core };
    });
    this.core.hooks = {
      beforeSwitch: async (target) => (await this.switchHooks()).beforeSwitch?.(target) ?? false,
      beforeFork: async (target) => (await this.switchHooks()).beforeFork?.(target) ?? false,
      onShutdown: async (end) => await (await this.switchHooks()).onShutdown?.(end),
    };
  }

  get session(): AgentSession {
    return this.made.session;
  }

  get services(): AgentSessionServices {
    return this.made.services;
  }

  get cwd(): string {
    return this.services.cwd;
  }

  get diagnostics(): readonly AgentSessionRuntimeDiagnostic[] {
    return this.made.diagnostics ?? [];
  }

  get modelFallbackMessage(): string | undefined {
    return this.core.modelFallbackMessage;
  }

  /** Sets a callback that receives each session that replaces another, before anything happens in it. */
  setRebindSession(rebind?: (session: AgentSession) => Promise<void>): void {
    this.core.setRebindSession(rebind && (() => rebind(this.session)));
  }

  /** Sets a callback that runs after the extensions were notified of the session's end, just before the session is disposed. */
  setBeforeSessionInvalidate(beforeInvalidate?: () => void): void {
    this.core.setBeforeSessionInvalidate(beforeInvalidate);
  }

  async switchSession(
    sessionPath: string,
    { projectTrustContextFactory, ...options }: SwitchSessionOptions = {},
  ): Promise<SwitchResult> {
    this.trustContext = projectTrustContextFactory;
    try {
      return await this.core.switchSession(sessionPath, options);
    } finally {
      this.trustContext = undefined;
    }
  }

  newSession({ setup, ...request }: NewAgentSessionRequest = {}): Promise<SwitchResult> {
    return this.core.newSession({ ...request, ...prepareWithManager(setup) });
  }

  fork(...request: Parameters<SessionRuntime["fork"]>): ReturnType<SessionRuntime["fork"]> {
    return this.core.fork(...request);
  }

  importFromJsonl(inputPath: string, cwdOverride?: string): Promise<SwitchResult> {
    return this.core.importFromJsonl(inputPath, cwdOverride);
  }

  dispose(): Promise<void> {
    return this.core.dispose();
  }

  private placeOf(log: SessionLog) {
    const cwd = log.getCwd() || this.services.cwd;
    const projectTrustContext = this.trustContext?.(cwd);
    const trust = projectTrustContext ? { projectTrustContext } : {};
    return { cwd, agentDir: this.services.agentDir, sessionManager: SessionManager.of(log), ...trust };
  }

  private async switchHooks() {
    const { createSwitchHooks } = await import("../../core/extensions/session/hooks/switch-hooks.ts");
    return createSwitchHooks(this.core, () => ({ mode: "print" }));
  }
}

function startEvent({ reason, previousSessionFile }: SessionStart) {
  const previous = previousSessionFile === undefined ? {} : { previousSessionFile };
  return { sessionStartEvent: { type: "session_start" as const, reason, ...previous } };
}
