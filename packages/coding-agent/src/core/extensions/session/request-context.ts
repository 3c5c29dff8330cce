import type { AgentMessage, OwnContext } from "@tau/agent";
import type { SystemMessage } from "@tau/ai";
import { emitContext } from "../host/emit-context.ts";
import type { ExtendedSession } from "./session-hooks.ts";

/**
 * What the model is shown in one request. Who handles `context_with_system` sees prompt and tools as the first message, and what it makes
 * of that message holds for this request; without such a message they stay as they are. A prompt that was forced on the run has the last word.
 */
export async function showContext(
  { session: { agent }, generation: { dispatch }, forcedPrompt }: ExtendedSession,
  messages: AgentMessage[],
): Promise<AgentMessage[] | OwnContext> {
  if (!dispatch.has("context_with_system")) {
    const shown = await emitContext(dispatch, messages);
    const { tools } = agent.state;
    return forcedPrompt ? { messages: shown, systemPrompt: forcedPrompt.text, tools } : shown;
  }
  const { createInitialSystemMessage, getSystemMessageText } = await import("@tau/ai/compat");
  const { systemPrompt, tools } = agent.state;
  const head = createInitialSystemMessage(forcedPrompt?.replaced ?? systemPrompt, tools);
  const shown = await emitContext(dispatch, messages, head);
  const [first, ...rest] = shown;
  if (!first || first.role !== ("system" as AgentMessage["role"]))
    return { messages: shown, systemPrompt: forcedPrompt?.text ?? systemPrompt, tools };
  const system = first as unknown as SystemMessage;
  return {
    messages: rest,
    systemPrompt: forcedPrompt?.text ?? getSystemMessageText(system),
    tools: system.toolsAdded ?? [],
  };
}
