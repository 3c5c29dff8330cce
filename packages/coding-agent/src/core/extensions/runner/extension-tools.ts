import type { AgentTool } from "@tau/agent";
import type { ResourceDiagnostic } from "../../resources/source-info.ts";
import type { Extension, ExtensionToolContext, RegisteredTool, ToolDefinition } from "../contract/index.ts";
import { wrapToolDefinition } from "./wrap-tool-definition.ts";

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
  return wrapToolDefinition(definition, (toolCallId, signal) => contexts.createToolContext(toolCallId, signal));
}

export function wrapRegisteredTools(tools: readonly RegisteredTool[], contexts: ToolContextFactory): AgentTool[] {
  return tools.map((tool) => wrapRegisteredTool(tool, contexts));
}
