import type { AgentTool, AgentToolParams, AgentToolResult, AgentToolUpdateCallback } from "@tau/agent";

/** A tool's part of the system prompt while it is active. */
export interface ToolPrompt {
  readonly promptSnippet: string;
  readonly promptGuidelines: readonly string[];
}

/** A tool with its part of the system prompt, which an extension registers to override a built-in tool. */
export interface BuiltinToolDefinition<TParameters extends object, TDetails>
  extends Omit<AgentTool<TParameters, TDetails>, "execute"> {
  promptSnippet: string;
  promptGuidelines: string[];
  /** Built-in tools ignore the context that the host passes as the fifth argument. */
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
