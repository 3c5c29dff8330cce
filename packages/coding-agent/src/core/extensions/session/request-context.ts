import type { AgentMessage, OwnContext } from "@tau/agent";
import type { SystemMessage } from "@tau/ai";
import type { AgentSession } from "../../session/agent-session.ts";
import { emitContext } from "../runner/emit-context.ts";
import type { ExtensionRunner } from "../runner/extension-runner.ts";

/**
 * What the model is shown in one request. Who handles `context_with_system` sees prompt and tools as the first message, and what it makes
 * of that message holds for this request; without such a message they stay as they are.
 */
export async function showContext(
  { session: { agent }, runner: { dispatch } }: { session: AgentSession; runner: ExtensionRunner },
  messages: AgentMessage[],
): Promise<AgentMessage[] | OwnContext> {
  if (!dispatch.has("context_with_system")) return await emitContext(dispatch, messages);
  const { createInitialSystemMessage, getSystemMessageText } = await import("@tau/ai/compat");
  const { systemPrompt, tools } = agent.state;
  const head = createInitialSystemMessage(systemPrompt, tools);
  const [first, ...rest] = await emitContext(dispatch, messages, head);
  if (!first || first.role !== ("system" as AgentMessage["role"])) return first ? [first, ...rest] : [];
  const system = first as unknown as SystemMessage;
  return { messages: rest, systemPrompt: getSystemMessageText(system), tools: system.toolsAdded ?? [] };
}
