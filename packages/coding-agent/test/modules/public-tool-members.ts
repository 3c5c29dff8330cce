import type * as ours from "../../src/pi.ts";
import type { Has, Words } from "./has-members.ts";

/** Members of the published interfaces that programs call or fill in; the compiler is the test. */
export type PublicToolMembers = [
  Has<ours.AgentToolResult, Words<"content details isError structuredContent terminate usage">>,
  Has<ours.BashOperations, Words<"exec">>,
  Has<ours.BashToolDetails, Words<"fullOutputPath truncation">>,
  Has<ours.BashToolInput, Words<"command timeout">>,
  Has<ours.BashToolOptions, Words<"commandPrefix exposeSessionEnvironment operations shellPath spawnHook">>,
  Has<ours.EditOperations, Words<"access readFile writeFile">>,
  Has<ours.EditToolDetails, Words<"diff firstChangedLine patch">>,
  Has<ours.EditToolInput, Words<"edits path">>,
  Has<ours.EditToolOptions, Words<"operations">>,
  Has<ours.ExecuteToolOptions, Words<"onUpdate signal">>,
  Has<
    ours.ExtensionToolContext,
    | Words<"abort compact cwd executeTool getContextUsage getSystemPrompt hasPendingMessages hasUI isIdle">
    | Words<"isProjectTrusted mode model modelRegistry scopedModels sessionManager shutdown signal">
    | Words<"thinkingLevel tools ui">
  >,
  Has<ours.FileOperations, Words<"edited read written">>,
  Has<ours.FindOperations, Words<"exists glob">>,
  Has<ours.FindToolDetails, Words<"resultLimitReached truncation">>,
  Has<ours.FindToolInput, Words<"limit path pattern">>,
  Has<ours.FindToolOptions, Words<"operations">>,
  Has<ours.GrepOperations, Words<"isDirectory readFile">>,
  Has<ours.GrepToolDetails, Words<"linesTruncated matchLimitReached truncation">>,
  Has<ours.GrepToolInput, Words<"context glob ignoreCase limit literal path pattern">>,
  Has<ours.GrepToolOptions, Words<"operations">>,
  Has<ours.LsOperations, Words<"exists readdir stat">>,
  Has<ours.LsToolDetails, Words<"entryLimitReached truncation">>,
  Has<ours.LsToolInput, Words<"limit path">>,
  Has<ours.LsToolOptions, Words<"operations">>,
  Has<ours.PowerShellOperations, Words<"exec">>,
  Has<ours.PowerShellToolDetails, Words<"fullOutputPath truncation">>,
  Has<ours.PowerShellToolInput, Words<"command timeout">>,
  Has<ours.PowerShellToolOptions, Words<"exposeSessionEnvironment operations spawnHook">>,
  Has<ours.ReadOperations, Words<"access detectImageMimeType readFile">>,
  Has<ours.ReadToolDetails, Words<"truncation">>,
  Has<ours.ReadToolInput, Words<"limit offset path">>,
  Has<ours.ReadToolOptions, Words<"autoResizeImages operations resizeOptions">>,
  Has<ours.RegisteredTool, Words<"definition sourceInfo">>,
  Has<ours.ToolAnnotations, Words<"destructiveHint idempotentHint openWorldHint readOnlyHint">>,
  Has<
    ours.ToolDefinition,
    | Words<"annotations constrainedSampling defaultActive description execute executionMode exposure label">
    | Words<"name namespace outputSchema parameters prepareArguments prepareLoadout promptGuidelines">
    | Words<"promptSnippet reachesTools renderCall renderResult renderShell">
  >,
  Has<ours.ToolExecutionOptions, Words<"imageWidthCells outputPad showImages">>,
  Has<ours.ToolLoadout, Words<"callable declared getExposure getNamespace getPromptGuidelines registered">>,
  Has<ours.ToolLoadoutChanges, Words<"descriptions hiddenDeclarations">>,
  Has<ours.ToolNamespace, Words<"aliases description instructions name">>,
  Has<ours.ToolRenderResultOptions, Words<"expanded isPartial">>,
  Has<ours.ToolRenderers, Words<"renderCall renderResult renderShell">>,
  Has<ours.ToolsOptions, Words<"bash edit find grep ls powershell read write">>,
  Has<ours.TruncationOptions, Words<"maxBytes maxLines">>,
  Has<
    ours.TruncationResult,
    | Words<"content firstLineExceedsLimit lastLinePartial maxBytes maxLines outputBytes outputLines">
    | Words<"totalBytes totalLines truncated truncatedBy">
  >,
  Has<ours.WriteOperations, Words<"mkdir writeFile">>,
  Has<ours.WriteToolInput, Words<"content path">>,
  Has<ours.WriteToolOptions, Words<"operations">>,
];
