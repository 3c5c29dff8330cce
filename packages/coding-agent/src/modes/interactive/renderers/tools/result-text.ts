import type { AgentToolResult } from "@tau/agent";

/** The text of a result; images are shown beside it. */
export function resultText({ content }: AgentToolResult): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
