import type { AgentMessage } from "@tau/agent";
import type { AssistantMessage } from "@tau/ai";
import { resolveToCwd } from "../../tools/path.ts";
import { parseSelector } from "../../tools/read/selector.ts";
import type { SummaryOrLines } from "../../tools/summarized-files.ts";

/** Returns which files the calls of `read` in a conversation have shown, in order: as a summary, or their lines. */
export function* earlierReads(messages: readonly AgentMessage[], cwd: string): Generator<SummaryOrLines> {
  const paths = new Map<string, string>();
  for (const message of messages) {
    if (message.role === "assistant") for (const [id, path] of readCalls(message)) paths.set(id, path);
    const path = message.role === "toolResult" && !message.isError ? paths.get(message.toolCallId) : undefined;
    if (path === undefined) continue;
    const { summary } = ("details" in message ? (message.details ?? {}) : {}) as { summary?: unknown };
    yield { absolutePath: absolutePathOf(path, cwd), isSummary: summary !== undefined };
  }
}

/** Returns the ids of the calls of `read`, with their paths. */
function readCalls({ content }: AssistantMessage): (readonly [id: string, path: string])[] {
  return content.flatMap((block) => {
    if (block.type !== "toolCall" || block.name !== "read") return [];
    const { path } = block.arguments;
    return typeof path === "string" ? [[block.id, path] as const] : [];
  });
}

function absolutePathOf(given: string, cwd: string): string {
  return resolveToCwd(parseSelector(given)?.path ?? given, cwd);
}
