import type { AgentTool } from "@tau/agent";
import { withMetaNotice } from "../../tools/index.ts";
import type { ExtensionToolContext, ToolDefinition } from "../contract/index.ts";

/** Makes what a tool gets as its fifth argument, for one call. */
export type ToolContextSource = (toolCallId: string, signal: AbortSignal | undefined) => ExtensionToolContext;

/** The tool as the loop runs it. What draws it, and what the system prompt says of it, stays with the definition. */
export function wrapToolDefinition(definition: ToolDefinition, contextOf?: ToolContextSource): AgentTool {
  const { name, label, description, parameters, outputSchema, executionMode, replay, constrainedSampling } = definition;
  return withMetaNotice({
    name,
    label: label ?? name,
    description,
    parameters,
    ...(outputSchema ? { outputSchema } : {}),
    ...(executionMode ? { executionMode } : {}),
    ...(replay ? { replay } : {}),
    ...(constrainedSampling ? { constrainedSampling } : {}),
    ...(definition.prepareArguments ? { prepareArguments: (args) => definition.prepareArguments?.(args) } : {}),
    execute: async (toolCallId, params, signal, onUpdate) => {
      const context = contextOf?.(toolCallId, signal) as ExtensionToolContext;
      const result = await definition.execute(toolCallId, params as never, signal, onUpdate, context);
      // Older tools leave out what they have nothing to say about.
      return { ...result, content: result?.content ?? [], details: result?.details };
    },
  });
}

/** A plain tool as an extension would register it, so that a registry need know definitions alone. */
export function createToolDefinitionFromAgentTool(tool: AgentTool): ToolDefinition {
  return {
    ...tool,
    execute: (toolCallId, params, signal, onUpdate) => tool.execute(toolCallId, params, signal, onUpdate),
  } as ToolDefinition;
}
