/** An event, a message, an entry, or a part of a projection with its entry. */
interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly message?: { readonly role?: string };
  readonly sourceEntry?: Item;
}

/** What tells of the end of a tool call, wherever it stands among the events. */
function isOfToolCall(item: unknown): boolean {
  const { type, role, message, sourceEntry } = (item ?? {}) as Item;
  if (sourceEntry) return isOfToolCall(sourceEntry);
  return type?.startsWith("tool_execution") === true || role === "toolResult" || message?.role === "toolResult";
}

/** The value with what tells of tool calls sorted, where several such items follow each other. */
export function inAnyOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(inAnyOrder);
    for (let start = 0; start < items.length; start++) {
      let end = start;
      while (end < items.length && isOfToolCall(items[end])) end++;
      if (end === start) continue;
      items.splice(start, end - start, ...items.slice(start, end).sort(byText));
      start = end;
    }
    return items;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inAnyOrder(member)]));
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
