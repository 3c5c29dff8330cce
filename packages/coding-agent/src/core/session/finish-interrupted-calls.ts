import { type Agent, planResume, runToolCall, type SessionLog } from "@tau/agent";
import type { AssistantMessage, ToolCall, ToolResultMessage } from "@tau/ai";

/**
 * Completes a turn that a crash cut off in the middle of its calls: each call gets a result before the conversation goes on. Only tools
 * that declare themselves safe to repeat are run; of the others the model is told what is known.
 */
export async function finishInterruptedCalls(agent: Agent, log: SessionLog): Promise<void> {
  const path = log.getActiveBranch();
  const { rerun, results } = planResume(path, (name) => agent.state.tools.find((tool) => tool.name === name)?.replay);
  const repeated = await Promise.all(rerun.map((call) => repeat(call, agent)));
  for (const result of [...results, ...repeated]) {
    log.appendMessage(result);
    agent.state.messages = [...agent.state.messages, result];
  }
}

async function repeat(toolCall: ToolCall, agent: Agent): Promise<ToolResultMessage> {
  const { messages, tools, systemPrompt } = agent.state;
  const assistantMessage = messages.findLast((message): message is AssistantMessage => message.role === "assistant");
  if (!assistantMessage) throw new Error(`No answer asked for the call ${toolCall.id}.`);
  const { result, isError } = await runToolCall(toolCall, {
    tools,
    assistantMessage,
    context: { systemPrompt, messages, tools },
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
    timestamp: Date.now(),
  };
}
