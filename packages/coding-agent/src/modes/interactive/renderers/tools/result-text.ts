import type { AgentToolResult } from "@tau/agent";

export function resultText(result: AgentToolResult): string {
  return result.content.map((block) => (block.type === "text" ? block.text : `[image ${block.mimeType}]`)).join("\n");
}
