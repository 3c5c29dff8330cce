import type { AgentToolResult } from "@tau/agent";
import { stripTerminalSequences } from "@tau/tui";

/** Returns the text of a result without terminal sequences. Images are shown separately. */
export function resultText({ content }: AgentToolResult): string {
  return stripTerminalSequences(content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"));
}
