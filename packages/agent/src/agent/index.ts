export { Agent } from "./agent.ts";
export { defaultConvertToLlm } from "./convert-to-llm.ts";
export { DEFAULT_AGENT_IDENTITY } from "./identity.ts";
export type { AgentInitialState, AgentListener, AgentOptions, AgentSettings } from "./options.ts";
