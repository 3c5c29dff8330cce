import type { AssistantMessage, ToolResultMessage } from "@tau/ai";
import type { AgentToolCall, AgentToolCallOutcome, RunToolCallOptions } from "../contract/tool-call.ts";
import { appendMessage, type RunState } from "./run-state.ts";
import {
  executeToolCall,
  failedOutcome,
  NOT_RUN_ABORTED,
  type PreparedToolCall,
  prepareToolCall,
} from "./tool-call.ts";

export interface ToolBatchResult {
  /** One result per call, in the order of the calls. */
  readonly results: ToolResultMessage[];
  /** True if every result asked to stop. */
  readonly terminate: boolean;
}

const SKIPPED = "Skipped due to queued user message.";
/** After a cut-off it is unknown which calls and arguments the model had finished. */
const CUT_OFF =
  "Not run: the answer was cut off at the model's output limit. Call it again, with shorter arguments if need be.";

/** Runs all calls of one answer. Every call gets a start event, an end event and a result, even if the run is aborted meanwhile. */
export async function runToolBatch(run: RunState, assistantMessage: AssistantMessage): Promise<ToolBatchResult> {
  const toolCalls = assistantMessage.content.filter((block) => block.type === "toolCall");
  const batch = isSequential(run, toolCalls) ? runSequentially : runInParallel;
  const outcomes = await batch(run, assistantMessage, toolCalls);
  return {
    results: outcomes.map(([, message]) => message),
    terminate: outcomes.length > 0 && outcomes.every(([outcome]) => outcome.result.terminate === true),
  };
}

type Reported = [AgentToolCallOutcome, ToolResultMessage];

function isSequential(run: RunState, toolCalls: readonly AgentToolCall[]): boolean {
  if (run.hooks.toolExecution === "sequential") return true;
  const called = new Set(toolCalls.map((call) => call.name));
  return (run.context.tools ?? []).some((tool) => tool.executionMode === "sequential" && called.has(tool.name));
}

async function runSequentially(
  run: RunState,
  assistantMessage: AssistantMessage,
  toolCalls: readonly AgentToolCall[],
): Promise<Reported[]> {
  const reported: Reported[] = [];
  for (const toolCall of toolCalls) {
    const prepared = await prepare(run, assistantMessage, toolCall);
    const outcome = await settle(run, assistantMessage, prepared);
    reported.push([outcome, await appendResult(run, outcome)]);
  }
  return reported;
}

async function runInParallel(
  run: RunState,
  assistantMessage: AssistantMessage,
  toolCalls: readonly AgentToolCall[],
): Promise<Reported[]> {
  const running: (() => Promise<AgentToolCallOutcome>)[] = [];
  for (const toolCall of toolCalls) {
    const prepared = await prepare(run, assistantMessage, toolCall);
    if (prepared.kind === "settled") {
      const outcome = await settle(run, assistantMessage, prepared);
      running.push(async () => outcome);
    } else {
      running.push(() => settle(run, assistantMessage, prepared));
    }
  }
  const outcomes = await allSettled(running.map((start) => start()));
  const reported: Reported[] = [];
  for (const outcome of outcomes) reported.push([outcome, await appendResult(run, outcome)]);
  return reported;
}

async function prepare(
  run: RunState,
  assistantMessage: AssistantMessage,
  toolCall: AgentToolCall,
): Promise<PreparedToolCall> {
  const { id: toolCallId, name: toolName, arguments: args } = toolCall;
  await run.emit({ type: "tool_execution_start", toolCallId, toolName, args });
  if (run.signal?.aborted) return { kind: "settled", outcome: failedOutcome(toolCall, NOT_RUN_ABORTED) };
  if (assistantMessage.stopReason === "length") return { kind: "settled", outcome: failedOutcome(toolCall, CUT_OFF) };
  if (run.hooks.skipRemainingToolCalls?.()) return { kind: "settled", outcome: failedOutcome(toolCall, SKIPPED) };
  return await prepareToolCall(toolCall, toolCallOptions(run, assistantMessage));
}

async function settle(
  run: RunState,
  assistantMessage: AssistantMessage,
  prepared: PreparedToolCall,
): Promise<AgentToolCallOutcome> {
  const outcome =
    prepared.kind === "settled"
      ? prepared.outcome
      : await executeToolCall(prepared, {
          ...toolCallOptions(run, assistantMessage),
          onUpdate: (partialResult) => {
            const { id: toolCallId, name: toolName, arguments: args } = prepared.toolCall;
            return run.emit({ type: "tool_execution_update", toolCallId, toolName, args, partialResult });
          },
        });
  const { toolCall, result, isError, durationMs } = outcome;
  await run.emit({
    type: "tool_execution_end",
    toolCallId: toolCall.id,
    toolName: toolCall.name,
    result,
    isError,
    ...(durationMs === undefined ? {} : { durationMs }),
  });
  return outcome;
}

function toolCallOptions(run: RunState, assistantMessage: AssistantMessage): RunToolCallOptions {
  const { context, hooks, signal } = run;
  const { beforeToolCall, onToolIntent, afterToolCall, abortGraceMs } = hooks;
  return {
    tools: context.tools ?? [],
    assistantMessage,
    context,
    ...(signal && { signal }),
    ...(beforeToolCall && { beforeToolCall }),
    ...(onToolIntent && { onToolIntent }),
    ...(afterToolCall && { afterToolCall }),
    ...(abortGraceMs !== undefined && { abortGraceMs }),
  };
}

async function appendResult(run: RunState, outcome: AgentToolCallOutcome): Promise<ToolResultMessage> {
  const { toolCall, result, isError, durationMs } = outcome;
  const message: ToolResultMessage = {
    role: "toolResult",
    toolCallId: toolCall.id,
    toolName: toolCall.name,
    content: result.content,
    ...(result.details !== undefined && { details: result.details }),
    ...(result.usage && { usage: result.usage }),
    ...(result.nestedCalls && { nestedCalls: result.nestedCalls }),
    isError,
    timestamp: (run.hooks.now ?? Date.now)(),
    ...(durationMs !== undefined && { durationMs }),
  };
  await appendMessage(run, message);
  return message;
}

/** Like `Promise.all`, but throws only after all work has settled. */
async function allSettled<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
