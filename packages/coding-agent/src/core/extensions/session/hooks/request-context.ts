import type { AgentMessage, OwnContext } from "@tau/agent";
import type { SystemMessage } from "@tau/ai";
import { emitContext } from "../../host/emit-context.ts";
import type { ExtendedSession } from "./session-hooks.ts";

/**
 * Returns the messages of one request. Handlers of `context_with_system` see the prompt and the tools as
 * the first message, and their changes to it apply to this request; if they remove it, prompt and tools
 * stay unchanged. A prompt that was forced on the run overrides them.
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
