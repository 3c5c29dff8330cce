import type { AgentTool } from "@tau/agent";
import { withMetaNotice } from "../../tools/index.ts";
import type { ExtensionToolContext, ToolDefinition } from "../contract/index.ts";

/** Creates the context of one call, which a tool receives as its fifth argument. */
export type ToolContextSource = (toolCallId: string, signal: AbortSignal | undefined) => ExtensionToolContext;

/** Returns the tool as the agent loop runs it. Renderers and prompt texts stay in the definition. */
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
      // Older tools omit fields that are empty.
      return { ...result, content: result?.content ?? [], details: result?.details };
    },
  });
}

/** Converts a plain tool to a definition, so that a registry only has to handle definitions. */
export function createToolDefinitionFromAgentTool(tool: AgentTool): ToolDefinition {
  return {
    ...tool,
    execute: (toolCallId, params, signal, onUpdate) => tool.execute(toolCallId, params, signal, onUpdate),
  } as ToolDefinition;
}
