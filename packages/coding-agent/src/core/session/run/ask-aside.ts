import type { AgentMessage } from "@tau/agent";
import type { Context, SimpleStreamOptions, ToolResultMessage } from "@tau/ai";
import { userMessage } from "../input/user-message.ts";
import type { Session } from "../session.ts";
import { AgentSessionError } from "../session-error.ts";
import { answerText } from "./answer-text.ts";

export interface AsideOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks the model of a session a question outside its conversation, also while a run is active. The request repeats the session's last one
 * (prompt, tools, messages), so that the provider's cache serves it; no tool may be called. Only its usage is recorded.
 */
export async function askAside(session: Session, question: string, { signal }: AsideOptions = {}): Promise<string> {
  const { agent, model } = session;
  const asked = userMessage(question, [], session.log.now());
  const messages = [...withoutOpenCalls(session.messages, session.log.now()), asked];
  const shown = agent.transformContext ? await agent.transformContext(messages, signal) : messages;
  const { systemPrompt, tools } = agent.state;
  const changed = Array.isArray(shown) ? { systemPrompt, tools, messages: shown } : shown;
  const request: Context = {
    messages: await agent.convertToLlm(changed.messages),
    ...(changed.systemPrompt ? { systemPrompt: changed.systemPrompt } : {}),
    ...(changed.tools ? { tools: changed.tools } : {}),
  };
  const stream = await agent.streamFunction(model, request, optionsOf(session, signal));
  const answer = await stream.result();
  session.recordUsage("aside", { ...model, provider: answer.provider, id: answer.model }, answer.usage);
  if (answer.stopReason === "aborted" || signal?.aborted) throw new AgentSessionError("closed", "It was stopped.");
  if (answer.stopReason === "error")
    throw new AgentSessionError("request-failed", answer.errorMessage ?? "The request to the model failed.");
  return answerText(answer);
}

function optionsOf({ agent, thinkingLevel }: Session, signal: AbortSignal | undefined): SimpleStreamOptions {
  const { sessionId, thinkingBudgets, onPayload } = agent;
  return {
    toolChoice: "none",
    ...(thinkingLevel === "off" ? {} : { reasoning: thinkingLevel }),
    ...(thinkingBudgets ? { thinkingBudgets } : {}),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(onPayload ? { onPayload } : {}),
    ...(signal ? { signal } : {}),
  };
}

/** Adds results for calls that still run: no protocol accepts a call without one. */
function withoutOpenCalls(messages: readonly AgentMessage[], timestamp: number): AgentMessage[] {
  const answerAt = messages.findLastIndex(({ role }) => role === "assistant");
  const answer = messages[answerAt];
  if (answer?.role !== "assistant") return [...messages];
  const ended = new Set(
    messages.slice(answerAt).flatMap((message) => (message.role === "toolResult" ? [message.toolCallId] : [])),
  );
  const open = answer.content.flatMap((block): ToolResultMessage[] => {
    if (block.type !== "toolCall" || ended.has(block.id)) return [];
    const content = [{ type: "text" as const, text: "(This call has not ended yet.)" }];
    return [{ role: "toolResult", toolCallId: block.id, toolName: block.name, content, isError: false, timestamp }];
  });
  return [...messages.slice(0, answerAt + 1 + ended.size), ...open, ...messages.slice(answerAt + 1 + ended.size)];
}
