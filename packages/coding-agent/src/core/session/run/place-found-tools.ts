import type { Context, Message, SystemMessage } from "@tau/ai";
import type { FoundTools } from "../tools/tool-set.ts";

/**
 * Declares tools where in the conversation they were found instead of in the list of the request. A model that takes them there keeps
 * all that stands before them in its prompt cache; for any other the protocol puts them at the end of the list.
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

/** Behind the results, and what the user said meanwhile: before the next answer. `undefined` where the call is no longer shown. */
function endOfTurn(messages: readonly Message[], toolCallId: string | undefined): number | undefined {
  const result = messages.findIndex((message) => message.role === "toolResult" && message.toolCallId === toolCallId);
  if (toolCallId === undefined || result < 0) return undefined;
  const answer = messages.findIndex(({ role }, index) => index > result && role === "assistant");
  return answer < 0 ? messages.length : answer;
}
