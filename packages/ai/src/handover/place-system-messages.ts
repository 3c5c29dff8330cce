import type { Context } from "../contract/context.ts";
import type { Message, SystemMessage } from "../contract/messages.ts";
import type { Tool } from "../contract/tool.ts";
import { foldSystemMessages } from "./fold-system-messages.ts";
import { renderSystemMessageUpdate } from "./system-message-update.ts";

/** What of later system messages a model takes where they stand; the rest is folded into the start of the request. */
export interface InPlaceSupport {
  readonly messages?: boolean | undefined;
  /** Tools that come later. A tool that goes, or is declared anew, is always folded. */
  readonly tools?: boolean | undefined;
}

/** A context whose system messages, where any are left, hold plain text and the tools that begin with them. */
export interface PlacedContext {
  readonly systemPrompt: string;
  readonly messages: Message[];
  /** The tools of the request itself. */
  readonly tools: Tool[];
}

/**
 * Leaves the system messages of a conversation where they are, so that what stands before them stays as it was and
 * cached. Those before its first turn make the system prompt.
 */
export function placeSystemMessages(context: Context, support: InPlaceSupport): PlacedContext {
  if (!support.messages) return foldSystemMessages(context);
  const { messages } = context;
  const firstTurn = messages.findIndex(({ role }) => role !== "system");
  const start = firstTurn < 0 ? messages.length : firstTurn;
  const anchored = support.tools ? Math.max(start, lastRedeclaration(context) + 1) : messages.length;
  const placed = messages.slice(start).flatMap((message, index): Message[] => {
    if (message.role !== "system") return [message];
    return placeMessage(message, start + index >= anchored);
  });
  return {
    systemPrompt: foldSystemMessages({ ...context, messages: messages.slice(0, start) }).systemPrompt,
    messages: placed,
    tools: foldSystemMessages({ ...context, messages: messages.slice(0, anchored) }).tools,
  };
}

function placeMessage(message: SystemMessage, withTools: boolean): SystemMessage[] {
  const content = renderSystemMessageUpdate(message);
  const toolsAdded = withTools ? (message.toolsAdded ?? []) : [];
  if (content === "" && toolsAdded.length === 0) return [];
  const { timestamp } = message;
  return [{ role: "system", content, ...(toolsAdded.length > 0 && { toolsAdded }), timestamp }];
}

/** Where a tool was last removed or declared again; -1 if nowhere. */
function lastRedeclaration({ tools = [], messages }: Context): number {
  const known = new Set(tools.map(({ name }) => name));
  let last = -1;
  messages.forEach((message, index) => {
    if (message.role !== "system") return;
    const { toolsAdded = [], toolsRemoved = [] } = message;
    if (toolsRemoved.length > 0 || toolsAdded.some(({ name }) => known.has(name))) last = index;
    for (const { name } of toolsAdded) known.add(name);
  });
  return last;
}
