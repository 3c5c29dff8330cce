export type { AgentRunConfig, AgentTransport } from "./agent-transport.ts";
export { AppTransport, type AppTransportOptions } from "./app-transport.ts";
export { ProviderTransport, type ProviderTransportOptions } from "./provider-transport.ts";
