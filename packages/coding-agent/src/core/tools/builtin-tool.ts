import type { AgentTool, AgentToolParams, AgentToolResult, AgentToolUpdateCallback } from "@tau/agent";

/** What the system prompt says about a tool while it is active. */
export interface ToolPrompt {
  readonly promptSnippet: string;
  readonly promptGuidelines: readonly string[];
}

/** A tool together with its part of the system prompt: what an extension registers to override a built-in one. */
export interface BuiltinToolDefinition<TParameters extends object, TDetails>
  extends Omit<AgentTool<TParameters, TDetails>, "execute"> {
  promptSnippet: string;
  promptGuidelines: string[];
  /** The context that the host hands over as a fifth argument is not needed by built-in tools. */
  execute(
    toolCallId: string,
    params: AgentToolParams<TParameters>,
    signal?: AbortSignal,
    onUpdate?: AgentToolUpdateCallback<TDetails>,
    context?: unknown,
  ): Promise<AgentToolResult<TDetails>>;
}

export function defineBuiltinTool<TParameters extends object, TDetails>(
  tool: AgentTool<TParameters, TDetails>,
  prompt: ToolPrompt,
): BuiltinToolDefinition<TParameters, TDetails> {
  return { ...tool, promptSnippet: prompt.promptSnippet, promptGuidelines: [...prompt.promptGuidelines] };
}

export function textResult<TDetails>(text: string, details: TDetails): AgentToolResult<TDetails> {
  return { content: [{ type: "text", text }], details };
}
