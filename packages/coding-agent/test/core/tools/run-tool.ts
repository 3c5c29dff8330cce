import type { AgentTool, AgentToolResult } from "@tau/agent";

/** The text of a result that must be a success. */
export function textOf(result: AgentToolResult): string {
  return result.content.map((block) => (block.type === "text" ? block.text : `<${block.mimeType}>`)).join("\n");
}

/** Calls a tool as the loop does, without the checking of arguments. */
export function call<TParameters extends object, TDetails>(
  tool: AgentTool<TParameters, TDetails>,
  params: Parameters<AgentTool<TParameters, TDetails>["execute"]>[1],
  signal?: AbortSignal,
): Promise<AgentToolResult<TDetails>> {
  return tool.execute("call-1", params, signal);
}
