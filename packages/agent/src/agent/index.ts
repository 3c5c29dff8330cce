export { Agent } from "./agent.ts";
export { defaultConvertToLlm } from "./convert-to-llm.ts";
export type { AgentInitialState, AgentListener, AgentOptions, AgentSettings } from "./options.ts";
