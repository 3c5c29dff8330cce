import type { AssistantMessage, ToolCall, ToolResultMessage } from "@tau/ai";
import type { SessionEntry } from "../entries/entry.ts";
import { intentOf } from "./tool-intent.ts";

/** A call whose result is not in the log. */
export interface InterruptedCall {
  readonly toolCall: ToolCall;
  /** Whether the call had been announced; its outcome is then unknown. */
  readonly started: boolean;
}

/** How to continue a turn that was interrupted during its calls. */
export interface ResumePlan {
  /** Calls that may run again, whatever their first outcome. */
  readonly rerun: readonly ToolCall[];
  /** Results to record, and to send to the model, for all other calls. */
  readonly results: readonly ToolResultMessage[];
}

/** Returns the calls without a result if the branch ends with an interrupted turn; none if the conversation continued. */
export function findInterruptedCalls(path: readonly SessionEntry[]): InterruptedCall[] {
  const answerAt = path.findLastIndex(isAnswerOrPrompt);
  const answer = answerOf(path[answerAt]);
  if (!answer || answer.stopReason === "error" || answer.stopReason === "aborted") return [];
  const after = path.slice(answerAt + 1);
  const started = new Set(after.map(intentOf));
  const finished = new Set(after.map(resultOf));
  return answer.content.flatMap((block) => {
    if (block.type !== "toolCall" || finished.has(block.id)) return [];
    return [{ toolCall: block, started: started.has(block.id) }];
  });
}

/** `replayOf` returns whether a tool may run again; a tool that no longer exists may not. */
export function planResume(
  path: readonly SessionEntry[],
  replayOf: (toolName: string) => "never" | "safe" | undefined,
  now: () => number = Date.now,
): ResumePlan {
  const calls = findInterruptedCalls(path);
  const isSafe = ({ toolCall }: InterruptedCall) => replayOf(toolCall.name) === "safe";
  return {
    rerun: calls.filter(isSafe).map(({ toolCall }) => toolCall),
    results: calls.filter((call) => !isSafe(call)).map((call) => describe(call, now())),
  };
}

const NEVER_STARTED =
  "This call did not run: the program ended before it was started. Nothing has happened. Call it again if it is still needed.";
const OUTCOME_UNKNOWN =
  "The program ended while this call was running. It may have had its effect, in whole or in part, or not at all. Find out before you repeat it.";

function describe({ toolCall, started }: InterruptedCall, timestamp: number): ToolResultMessage {
  return {
    role: "toolResult",
    toolCallId: toolCall.id,
    toolName: toolCall.name,
    content: [{ type: "text", text: started ? OUTCOME_UNKNOWN : NEVER_STARTED }],
    details: { interrupted: started ? "outcome-unknown" : "never-started" },
    isError: true,
    timestamp,
  };
}

function isAnswerOrPrompt(entry: SessionEntry): boolean {
  if (entry.type === "custom_message" || entry.type === "compaction" || entry.type === "branch_summary") return true;
  return entry.type === "message" && entry.message.role !== "toolResult";
}

function answerOf(entry: SessionEntry | undefined): AssistantMessage | undefined {
  return entry?.type === "message" && entry.message.role === "assistant" ? entry.message : undefined;
}

function resultOf(entry: SessionEntry): string | undefined {
  return entry.type === "message" && entry.message.role === "toolResult" ? entry.message.toolCallId : undefined;
}
