import { RequestError } from "../ai-error.ts";
import type { Context } from "../contract/context.ts";
import type { Message } from "../contract/messages.ts";

const REFUSAL =
  /invalid `?(?:signature|data)`? in `?(?:redacted_)?thinking|thinking`? blocks .{0,60}cannot be modified|bound to a different conversation/i;

/**
 * Returns whether a vendor refuses thinking that it signed itself: signatures expire, and some are valid only for an unchanged
 * conversation. Dropping the thinking loses only the thinking; otherwise the session could not continue.
 */
export function isThinkingRefusal(error: unknown): boolean {
  return error instanceof RequestError && error.details.status === 400 && REFUSAL.test(error.message);
}

export function holdsThinking({ messages }: Context): boolean {
  return messages.some((message) => message.role === "assistant" && message.content.some(isThinking));
}

export function withoutThinking(context: Context): Context {
  const messages = context.messages.map(
    (message): Message =>
      message.role === "assistant"
        ? { ...message, content: message.content.filter((block) => !isThinking(block)) }
        : message,
  );
  return { ...context, messages };
}

function isThinking({ type }: { type: string }): boolean {
  return type === "thinking";
}
