import type { AgentTool } from "@tau/agent";
import type { ResourceDiagnostic } from "../../resources/source-info.ts";
import type { Extension, ExtensionToolContext, RegisteredTool, ToolDefinition } from "../contract/index.ts";

/** Every tool by name. The first extension to register a name has it; a later one is passed over and reported. */
export function collectTools(extensions: readonly Extension[]): {
  tools: Map<string, RegisteredTool>;
  diagnostics: ResourceDiagnostic[];
} {
  const tools = new Map<string, RegisteredTool>();
  const diagnostics: ResourceDiagnostic[] = [];
  for (const { path, tools: own } of extensions) {
    for (const [name, tool] of own) {
      const earlier = tools.get(name);
      if (!earlier) tools.set(name, tool);
      else {
        const message = `The tool "${name}" of ${path} is passed over: ${earlier.sourceInfo.path} has registered it.`;
        diagnostics.push({ type: "warning", message, path });
      }
    }
  }
  return { tools, diagnostics };
}

/** Does registering the tool offer it to the model? */
export function isActiveByDefault({ exposure = "direct", defaultActive = true }: ToolDefinition): boolean {
  return defaultActive && (exposure === "direct" || exposure === "model-only");
}

export interface ToolContextFactory {
  createToolContext(toolCallId: string, signal: AbortSignal | undefined): ExtensionToolContext;
}

/** The tool as the loop runs it: `execute` gets its context as a fifth argument. */
export function wrapRegisteredTool({ definition }: RegisteredTool, contexts: ToolContextFactory): AgentTool {
  const { name, label, description, parameters, outputSchema, executionMode, replay, constrainedSampling } = definition;
  return {
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
      const context = contexts.createToolContext(toolCallId, signal);
      const result = await definition.execute(toolCallId, params as never, signal, onUpdate, context);
      // Older tools leave out what they have nothing to say about.
      return { ...result, content: result?.content ?? [], details: result?.details };
    },
  };
}
