import {
  type AfterToolCallContext,
  type AfterToolCallResult,
  type Agent,
  type BeforeToolCallContext,
  type BeforeToolCallResult,
  convertToLlm,
} from "@tau/agent";
import type { AssistantMessage } from "@tau/ai";
import { permit } from "../../permission/index.ts";
import type { SessionPermission } from "../../permission/session-permission.ts";
import { describeCall } from "../../tools/index.ts";
import type { Recorder } from "../log/recorder.ts";
import type { SessionHooks } from "../session-hooks.ts";
import type { FitImages } from "../session-parts.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import { replaceMessage } from "./replace-message.ts";

export interface AgentBinding {
  readonly sessionId: string;
  readonly cwd: string;
  readonly tools: ToolSet;
  readonly recorder: Recorder;
  readonly hooks: SessionHooks;
  readonly permission: SessionPermission;
  readonly fitImages?: FitImages | undefined;
  /** Told of each answer before anybody else. */
  readonly onAnswer?: ((message: AssistantMessage) => void) | undefined;
  readonly onListenerError: (error: unknown) => void;
}

/** Lets hooks, policy and log take part in the agent's runs. */
export function bindAgent(agent: Agent, binding: AgentBinding): void {
  const { hooks, recorder, tools } = binding;
  agent.sessionId = binding.sessionId;
  agent.convertToLlm = convertToLlm;
  agent.onListenerError = binding.onListenerError;
  agent.beforeToolCall = (context, signal) => permitCall(binding, context, signal);
  agent.afterToolCall = (context, signal) => finishCall(binding, context, signal);
  agent.transformContext = async (messages, signal) => (await hooks.onContext?.(messages, signal)) ?? messages;
  agent.finishTurn = hooks.finishTurn?.bind(hooks);
  agent.onPayload = hooks.onPayload;
  agent.onResponse = hooks.onResponse;
  agent.onToolIntent = (intent) => {
    // A tool that may be run again needs no trace of having begun.
    if (tools.get(intent.toolCall.name)?.tool.replay !== "safe") return recorder.recordIntent(intent);
  };
  agent.recordEvent = (event) => {
    if (event.type === "message_end" && event.message.role === "assistant") binding.onAnswer?.(event.message);
    if (event.type !== "message_end" || !hooks.onMessageEnd) return recorder.record(event);
    return replaceMessage(event.message, hooks.onMessageEnd(event.message)).then((isReplaced) =>
      recorder.record(event, { isReplaced }),
    );
  };
}

/** Whoever made an image of a result, the model gets it as large as it takes. */
async function finishCall(
  { hooks, fitImages }: AgentBinding,
  context: AfterToolCallContext,
  signal: AbortSignal | undefined,
): Promise<AfterToolCallResult | undefined> {
  const changed = await hooks.afterToolCall?.(context, signal);
  const content = changed?.content ?? context.result.content;
  const fitted = fitImages ? await fitImages(content) : content;
  return fitted === content ? changed : { ...changed, content: fitted };
}

/** Extensions first, then the policy: both must let the call through. */
async function permitCall(
  { hooks, permission, cwd }: AgentBinding,
  context: BeforeToolCallContext,
  signal: AbortSignal | undefined,
): Promise<BeforeToolCallResult | undefined> {
  const answer = await hooks.beforeToolCall?.(context, signal);
  if (answer?.block) return answer;
  const request = describeCall(context.toolCall.name, context.args, cwd);
  const refusal = await permit(request, permission.policy, permission.ask, signal);
  return refusal ? { block: true, reason: refusal.reason } : answer;
}
