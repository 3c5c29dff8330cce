import type { AgentTurnContext, AgentTurnDecision } from "../contract/config.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { appendMessage, copyContext, type RunState, withinGrace } from "./run-state.ts";
import { streamAnswer } from "./stream-answer.ts";
import { runToolBatch } from "./tool-batch.ts";

/** The result of a turn and how the run continues. */
export interface TurnOutcome {
  readonly turn: AgentTurnContext;
  /** `requested`: the model has not seen the tool results. `failed`: the run is over. */
  readonly next: "requested" | "idle" | "failed";
  readonly decision: AgentTurnDecision | undefined;
}

/** Runs one model call and its tool calls, after the pending messages. The caller has emitted `turn_start`. */
export async function runTurn(run: RunState, pending: readonly AgentMessage[]): Promise<TurnOutcome> {
  for (const message of pending) await appendMessage(run, message);
  const message = await streamAnswer(run);
  const failed = message.stopReason === "error" || message.stopReason === "aborted";
  // The answer was interrupted to deliver a message first: the run continues.
  const isInterrupted = run.answerSignal?.aborted && !run.signal?.aborted;
  const hasCalls = !failed && message.content.some(({ type }) => type === "toolCall");
  const { results, terminate } = hasCalls ? await runToolBatch(run, message) : { results: [], terminate: false };
  const turn: AgentTurnContext = { message, toolResults: results, context: run.context, newMessages: run.newMessages };
  const decision = await withinGrace(run, run.hooks.finishTurn?.(turn, run.signal));
  if (decision?.messages) run.context = copyContext({ ...run.context, messages: decision.messages });
  await run.emit({ type: "turn_end", message, toolResults: results });
  if (failed && !isInterrupted) return { turn, next: "failed", decision: undefined };
  return { turn, next: results.length > 0 && !terminate ? "requested" : "idle", decision: decision ?? undefined };
}
