import { convertToLlm, serializeConversation } from "@tau/agent";
import { answerText } from "../../core/session/run/answer-text.ts";
import type { Session } from "../../core/session/session.ts";
import { AgentSessionError } from "../../core/session/session-error.ts";
import { bugReportInstructions, bugReportSystemPrompt } from "./bug-report-prompt.ts";

export interface BugReportOptions {
  /** The user's description of the problem. */
  readonly hint?: string;
  readonly signal: AbortSignal;
}

/**
 * Characters of conversation per token of the context window: half of the window at about four characters per token, which leaves room for
 * the instructions and the answer.
 */
const CHARACTERS_OF_A_TOKEN_HALVED = 2;

/** Asks the session's model what went wrong, for a report that does not contain the conversation. */
export async function summarizeForBugReport(session: Session, { hint, signal }: BugReportOptions): Promise<string> {
  signal.throwIfAborted();
  if (!session.hasMessages) throw new AgentSessionError("nothing-to-do", "There is nothing to report on yet.");
  const model = session.limits;
  const conversation = serializeConversation(convertToLlm(session.messages)).slice(
    -model.contextWindow * CHARACTERS_OF_A_TOKEN_HALVED,
  );
  const text = [`<conversation>\n${conversation}\n</conversation>`, bugReportInstructions(hint)].join("\n\n");
  const context = {
    systemPrompt: bugReportSystemPrompt,
    messages: [{ role: "user" as const, content: text, timestamp: Date.now() }],
  };
  const stream = await session.agent.streamFunction(session.model, context, { signal, sessionId: session.sessionId });
  const answer = await stream.result();
  session.recordUsage("bug_report", session.model, answer.usage);
  signal.throwIfAborted();
  if (answer.stopReason === "error" || answer.stopReason === "aborted")
    throw new AgentSessionError("summary-failed", `No report was written: ${answer.errorMessage ?? answer.stopReason}`);
  return answerText(answer).trim();
}
