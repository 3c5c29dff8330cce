export { withFileMutationQueue } from "../files/index.ts";
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  formatOutputNotice,
  formatSize,
  type LimitsMeta,
  type OutputMeta,
  type TruncationOptions,
  type TruncationResult,
  truncateHead,
  truncateLine,
  truncateTail,
} from "../output/index.ts";
export type { CommandJobsSource } from "./bash/command-jobs.ts";
export type { BashToolDetails, BashToolDetails as PowerShellToolDetails } from "./bash/details.ts";
export { type BashExecOptions, type BashOperations, createLocalBashOperations } from "./bash/operations.ts";
export type {
  BashSpawnContext,
  BashSpawnContext as PowerShellSpawnContext,
  BashSpawnHook,
  BashSpawnHook as PowerShellSpawnHook,
  BashToolInput,
  BashToolInput as PowerShellToolInput,
  BashToolOptions,
  ShellSettings,
} from "./bash/shell-tool.ts";
export { createBashTool, createBashToolDefinition } from "./bash/tool.ts";
export type { BuiltinToolDefinition, ToolPrompt } from "./builtin-tool.ts";
export {
  createAllToolDefinitions,
  createAllTools,
  createCodingToolDefinitions,
  createCodingTools,
  createReadOnlyToolDefinitions,
  createReadOnlyTools,
  createTool,
  createToolDefinition,
} from "./create-tools.ts";
export { type DescribeEffects, describeCall, type SaidEffects } from "./describe-call.ts";
export type { ChangeOperations } from "./edit/edit-modes/change-files.ts";
export type { EditOperations } from "./edit/operations.ts";
export type { EditToolInput } from "./edit/parameters.ts";
export { createEditTool, createEditToolDefinition, type EditToolDetails, type EditToolOptions } from "./edit/tool.ts";
export type { FindOperations } from "./find/operations.ts";
export {
  createFindTool,
  createFindToolDefinition,
  type FindToolDetails,
  type FindToolInput,
  type FindToolOptions,
} from "./find/tool.ts";
export type { GrepOperations } from "./grep/operations.ts";
export {
  createGrepTool,
  createGrepToolDefinition,
  type GrepToolDetails,
  type GrepToolInput,
  type GrepToolOptions,
} from "./grep/tool.ts";
export type { LsOperations } from "./ls/operations.ts";
export {
  createLsTool,
  createLsToolDefinition,
  type LsToolDetails,
  type LsToolInput,
  type LsToolOptions,
} from "./ls/tool.ts";
export { createLocalPowerShellOperations, type PowerShellOperations } from "./powershell/operations.ts";
export { createPowerShellTool, createPowerShellToolDefinition, type PowerShellToolOptions } from "./powershell/tool.ts";
export type { ReadOperations } from "./read/operations.ts";
export {
  createReadTool,
  createReadToolDefinition,
  type ReadToolDetails,
  type ReadToolInput,
  type ReadToolOptions,
} from "./read/tool.ts";
export {
  allToolNames,
  type BuiltinTool,
  builtinTools,
  type ToolName,
  type ToolsOptions,
} from "./registry.ts";
export { ToolError, type ToolErrorCode } from "./tool-error.ts";
export type { ToolPortsSource } from "./tool-ports.ts";
export { type ToolResultBuilder, toolResult, withMetaNotice } from "./tool-result.ts";
export type { UrlSources } from "./urls/locate-url.ts";
export type { UrlContent, UrlScheme } from "./urls/url-scheme.ts";
export type { WriteOperations } from "./write/operations.ts";
export {
  createWriteTool,
  createWriteToolDefinition,
  type WriteToolInput,
  type WriteToolOptions,
} from "./write/tool.ts";
