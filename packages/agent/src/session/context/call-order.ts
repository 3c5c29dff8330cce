import type { AgentMessage } from "../../contract/messages.ts";

/**
 * Sorts the results of parallel calls into the order of the calls, in which the model saw them. The log has them in the order in which the
 * tools ended, and after a resume the vendor's prompt cache would not apply to another order.
 */
export function inCallOrder<T>(items: readonly T[], messageOf: (item: T) => AgentMessage | undefined): T[] {
  const ordered = [...items];
  let caller: AgentMessage | undefined;
  let places: number[] = [];
  const sortBatch = () => {
    const calls = caller?.role === "assistant" ? callsIn(caller) : new Map<string, number>();
    const callOf = (item: T) => {
      const message = messageOf(item);
      return message?.role === "toolResult" ? (calls.get(message.toolCallId) ?? calls.size) : -1;
    };
    const batch = places.map((place) => items[place] as T).sort((a, b) => callOf(a) - callOf(b));
    for (const [at, place] of places.entries()) ordered[place] = batch[at] as T;
  };
  for (const [place, item] of items.entries()) {
    const message = messageOf(item);
    if (message?.role === "toolResult") places.push(place);
    else if (message) {
      if (places.length > 1) sortBatch();
      places = [];
      caller = message;
    }
  }
  if (places.length > 1) sortBatch();
  return ordered;
}

function callsIn({ content }: Extract<AgentMessage, { role: "assistant" }>): Map<string, number> {
  return new Map(content.flatMap((block, index) => (block.type === "toolCall" ? [[block.id, index] as const] : [])));
}
