import type { AgentToolResult } from "@tau/agent";
import { stripTerminalSequences } from "@tau/tui";

/** The text of a result without styles of its own; images are shown beside it. */
export function resultText({ content }: AgentToolResult): string {
  return stripTerminalSequences(content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"));
}
