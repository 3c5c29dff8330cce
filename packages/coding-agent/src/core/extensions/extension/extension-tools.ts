import type { AgentTool } from "@tau/agent";
import type { ExtensionToolContext, RegisteredTool } from "../contract/index.ts";
import { inExtension } from "../host/unhandled-errors.ts";
import { wrapToolDefinition } from "./wrap-tool-definition.ts";

export interface ToolContextFactory {
  createToolContext(toolCallId: string, signal: AbortSignal | undefined): ExtensionToolContext;
}

/** Returns the tool as the agent loop runs it: `execute` receives its context as the fifth argument. */
export function wrapRegisteredTool(
  { definition, sourceInfo }: RegisteredTool,
  contexts: ToolContextFactory,
): AgentTool {
  const tool = wrapToolDefinition(definition, (toolCallId, signal) => contexts.createToolContext(toolCallId, signal));
  const execute = tool.execute.bind(tool);
  return { ...tool, execute: (...call) => inExtension(sourceInfo.path, () => execute(...call)) };
}

export function wrapRegisteredTools(tools: readonly RegisteredTool[], contexts: ToolContextFactory): AgentTool[] {
  return tools.map((tool) => wrapRegisteredTool(tool, contexts));
}
