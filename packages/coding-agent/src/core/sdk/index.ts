export {
  type AgentSessionRuntimeDiagnostic,
  type AgentSessionServices,
  type CreateAgentSessionFromServicesOptions,
  type CreateAgentSessionRuntimeFactory,
  type CreateAgentSessionServicesOptions,
  createAgentSessionFromServices,
  createAgentSessionRuntime,
  createAgentSessionServices,
} from "./agent-session-services.ts";
export { type CreateAgentSessionOptions, createAgentSession } from "./create-agent-session.ts";
export {
  DefaultResourceLoader,
  type DefaultResourceLoaderOptions,
  type ResourceLoader,
} from "./default-resource-loader.ts";
export { type CreateModelRuntimeOptions, ModelRuntime } from "./model-runtime.ts";
export { type SdkExtensionBindings, SdkSession } from "./sdk-session.ts";
