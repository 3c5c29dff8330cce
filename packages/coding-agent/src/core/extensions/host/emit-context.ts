import type { AgentMessage } from "@tau/agent";
import type { SystemMessage } from "@tau/ai";
import type { MessageEndEvent } from "../contract/index.ts";
import { ask, type Dispatch } from "./dispatch.ts";

/**
 * Returns the messages of one request. `context` handlers receive a copy of the conversation without system
 * messages, which are put back in front of their result. `context_with_system` handlers then receive all messages,
 * starting with `head` (the prompt and the tools), and may change any of them.
 */
export async function emitContext(
  dispatch: Dispatch,
  messages: AgentMessage[],
  head?: SystemMessage,
): Promise<AgentMessage[]> {
  const shown = dispatch.has("context") ? await conversation(dispatch, messages) : messages;
  if (!dispatch.has("context_with_system")) return shown;
  return await withSystem(dispatch, head ? [head as unknown as AgentMessage, ...shown] : [...shown]);
}

async function conversation(dispatch: Dispatch, messages: AgentMessage[]): Promise<AgentMessage[]> {
  const system = messages.filter(isSystem);
  let current = messages.filter((message) => !isSystem(message)).map(copy);
  for (const registration of dispatch.handlersOf("context")) {
    const event = { type: "context" as const, messages: current };
    const answer = await ask<"context">(dispatch, registration, event, dispatch.createContext());
    if (answer?.messages) current = answer.messages;
  }
  return [...system, ...current];
}

async function withSystem(dispatch: Dispatch, messages: AgentMessage[]): Promise<AgentMessage[]> {
  let current = messages;
  for (const registration of dispatch.handlersOf("context_with_system")) {
    const event = { type: "context_with_system" as const, messages: current };
    const answer = await ask<"context_with_system">(dispatch, registration, event, dispatch.createContext());
    if (!answer?.messages) continue;
    const [first] = answer.messages;
    const lost = current.some(isSystem) && !(first && isSystem(first));
    if (lost) dispatch.report(registration.extensionPath, event.type, new Error("The system message was dropped."));
    current = answer.messages;
  }
  return current;
}

/** Calls the handlers in order; each sees the message that the previous one returned. Resolves to `undefined` if the message is unchanged. */
export async function emitMessageEnd(dispatch: Dispatch, event: MessageEndEvent): Promise<AgentMessage | undefined> {
  let replacement: AgentMessage | undefined;
  for (const registration of dispatch.handlersOf("message_end")) {
    const current: MessageEndEvent = { type: "message_end", message: replacement ?? event.message };
    const answer = await ask<"message_end">(dispatch, registration, current, dispatch.createContext());
    if (!answer?.message) continue;
    if (answer.message.role === event.message.role) replacement = answer.message;
    else {
      const wrong = new Error(
        `A message of role ${event.message.role} cannot become one of role ${answer.message.role}.`,
      );
      dispatch.report(registration.extensionPath, event.type, wrong);
    }
  }
  return replacement;
}

function isSystem(message: AgentMessage): boolean {
  return message.role === ("system" as AgentMessage["role"]);
}

/** Copies a message. One that cannot be cloned deeply, such as a function in a tool's details, is copied shallowly. */
function copy(message: AgentMessage): AgentMessage {
  try {
    return structuredClone(message);
  } catch (error) {
    if (error instanceof DOMException) return { ...message };
    throw error;
  }
}
