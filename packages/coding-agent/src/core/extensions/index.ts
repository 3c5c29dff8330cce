export * from "./contract/index.ts";
export { createEventBus, type EventBus, type EventBusController } from "./event-bus.ts";
export { type ExecOptions, type ExecResult, execCommand } from "./exec.ts";
export { ExtensionHostError, type ExtensionHostErrorCode } from "./extension-host-error.ts";
export { forgetExtensionModules } from "./loader/import-extension.ts";
export {
  type ExtensionKind,
  type ExtensionPath,
  type LoadExtensionsOptions,
  type LoadExtensionsResult,
  loadExtensions,
} from "./loader/load-extensions.ts";
export type { CommandManifest, ExtensionManifest, ToolManifest } from "./manifest/extension-manifest.ts";
export { lazyExtension } from "./manifest/lazy-extension.ts";
export { createNoUi } from "./no-ui.ts";
export { emitProjectTrust } from "./runner/emit-session.ts";
export { ExtensionRunner } from "./runner/extension-runner.ts";
export { wrapRegisteredTool, wrapRegisteredTools } from "./runner/extension-tools.ts";
export {
  createToolDefinitionFromAgentTool,
  type ToolContextSource,
  wrapToolDefinition,
} from "./runner/wrap-tool-definition.ts";
export { createExtensionRuntime, ExtensionRuntime } from "./runtime/extension-runtime.ts";
