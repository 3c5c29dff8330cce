import { type Agent, planResume, runToolCall, type SessionLog } from "@tau/agent";
import type { AssistantMessage, ToolCall, ToolResultMessage } from "@tau/ai";

/**
 * Completes a turn that a crash interrupted during its tool calls: each call gets a result before the conversation continues. Only tools
 * that are declared safe to repeat are run again; for the others the result tells the model what is known.
 */
export async function finishInterruptedCalls(agent: Agent, log: SessionLog, signal: AbortSignal): Promise<void> {
  const path = log.getActiveBranch();
  const replayOf = (name: string) => agent.state.tools.find((tool) => tool.name === name)?.replay;
  const { rerun, results } = planResume(path, replayOf, agent.now);
  const repeated = await Promise.all(rerun.map((call) => repeat(call, agent, signal)));
  for (const result of [...results, ...repeated]) log.appendMessage(result);
  agent.state.messages = log.buildSessionContext().messages;
}

async function repeat(toolCall: ToolCall, agent: Agent, signal: AbortSignal): Promise<ToolResultMessage> {
  const { messages, tools, systemPrompt } = agent.state;
  const assistantMessage = messages.findLast((message): message is AssistantMessage => message.role === "assistant");
  if (!assistantMessage) throw new Error(`No answer asked for the call ${toolCall.id}.`);
  const { result, isError } = await runToolCall(toolCall, {
    tools,
    assistantMessage,
    context: { systemPrompt, messages, tools },
    signal,
    ...(agent.beforeToolCall ? { beforeToolCall: agent.beforeToolCall } : {}),
    ...(agent.afterToolCall ? { afterToolCall: agent.afterToolCall } : {}),
  });
  return {
    role: "toolResult",
    toolCallId: toolCall.id,
    toolName: toolCall.name,
    content: result.content,
    details: result.details,
    isError,
    timestamp: agent.now(),
  };
}
