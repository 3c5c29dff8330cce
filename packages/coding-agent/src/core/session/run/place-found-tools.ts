import type { Context, Message, SystemMessage } from "@tau/ai";
import type { FoundTools } from "../tools/tool-set.ts";

/**
 * Declares tools at the point of the conversation where they were found instead of in the request's list of tools. For a model that
 * supports this, everything before that point stays in the prompt cache; for others the protocol appends them to the list.
 */
export function placeFoundTools(context: Context, found: readonly FoundTools[]): Context {
  const { tools = [], messages } = context;
  const added = new Map<number, SystemMessage>();
  const placed = new Set<string>();
  for (const { names, toolCallId } of found) {
    const at = endOfTurn(messages, toolCallId);
    const declared = tools.filter(({ name }) => names.includes(name) && !placed.has(name));
    if (at === undefined || declared.length === 0) continue;
    const earlier = added.get(at);
    const timestamp = messages[at - 1]?.timestamp ?? 0;
    added.set(at, {
      role: "system",
      content: "",
      timestamp,
      toolsAdded: [...(earlier?.toolsAdded ?? []), ...declared],
    });
    for (const { name } of declared) placed.add(name);
  }
  if (placed.size === 0) return context;
  return {
    ...context,
    tools: tools.filter(({ name }) => !placed.has(name)),
    messages: [...messages, undefined].flatMap((message, index) => [added.get(index) ?? [], message ?? []].flat()),
  };
}

/** Returns the index before the next answer, after the results and any messages of the user. `undefined` if the call is no longer in the context. */
function endOfTurn(messages: readonly Message[], toolCallId: string | undefined): number | undefined {
  const result = messages.findIndex((message) => message.role === "toolResult" && message.toolCallId === toolCallId);
  if (toolCallId === undefined || result < 0) return undefined;
  const answer = messages.findIndex(({ role }, index) => index > result && role === "assistant");
  return answer < 0 ? messages.length : answer;
}
