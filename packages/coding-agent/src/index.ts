export { SessionManager } from "@tau/agent/node";
export { AuthStorage } from "./core/auth/index.ts";
export * from "./core/extensions/index.ts";
export { ModelRegistry } from "./core/models/index.ts";
export { CONFIG_DIR_NAME, getAgentDir } from "./core/paths/index.ts";
export { AgentSession, type PromptOptions } from "./core/session/agent-session.ts";
export {
  type CreateAgentSessionOptions,
  type CreateAgentSessionResult,
  createAgentSession,
} from "./core/session/create-agent-session.ts";
export { AgentSessionError, type SessionErrorCode } from "./core/session/session-error.ts";
export type { AgentSessionEvent, AgentSessionEventListener } from "./core/session/session-event.ts";
export type { SessionHooks } from "./core/session/session-hooks.ts";
export { createSessionServices, type SessionServices } from "./core/session/session-services.ts";
export { SettingsManager } from "./core/settings/index.ts";
export * from "./core/tools/index.ts";
export * from "./modes/rpc/index.ts";
export { VERSION } from "./version.ts";
