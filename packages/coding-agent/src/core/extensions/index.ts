export * from "./contract/index.ts";
export { createEventBus, type EventBus, type EventBusController } from "./event-bus.ts";
export { type ExecOptions, type ExecResult, execCommand } from "./exec.ts";
export type { CommandManifest, ExtensionManifest, ToolManifest } from "./extension/extension-manifest.ts";
export { wrapRegisteredTool, wrapRegisteredTools } from "./extension/extension-tools.ts";
export { lazyExtension } from "./extension/lazy-extension.ts";
export {
  createToolDefinitionFromAgentTool,
  type ToolContextSource,
  wrapToolDefinition,
} from "./extension/wrap-tool-definition.ts";
export { ExtensionHostError, type ExtensionHostErrorCode } from "./extension-host-error.ts";
export { emitProjectTrust } from "./host/emit-session.ts";
export { forgetExtensionModules } from "./loader/import-extension.ts";
export {
  type ExtensionKind,
  type ExtensionPath,
  type LoadExtensionsOptions,
  loadExtensions,
} from "./loader/load-extensions.ts";
export { createNoUi } from "./no-ui.ts";
