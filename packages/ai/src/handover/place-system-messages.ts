import type { Context } from "../contract/context.ts";
import type { Message, SystemMessage } from "../contract/messages.ts";
import type { Tool } from "../contract/tool.ts";
import { foldSystemMessages } from "./fold-system-messages.ts";
import { renderSystemMessageUpdate } from "./system-message-update.ts";

/** Which parts of later system messages a model accepts at their position; the rest is merged into the start of the request. */
export interface InPlaceSupport {
  readonly messages?: boolean | undefined;
  /** Whether tools may be added later. Removed and redeclared tools are always merged into the start. */
  readonly tools?: boolean | undefined;
}

/** A context whose remaining system messages contain plain text and the tools they add. */
export interface PlacedContext {
  readonly systemPrompt: string;
  readonly messages: Message[];
  /** The tools in the request itself. */
  readonly tools: Tool[];
}

/**
 * Keeps the system messages of a conversation at their positions, so that everything before them stays unchanged and cached. Those before
 * the first turn become the system prompt.
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

/** Returns the index of the last message that removes or redeclares a tool; -1 if there is none. */
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
