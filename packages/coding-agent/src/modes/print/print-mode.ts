import type { AgentSession } from "../../core/session/agent-session.ts";
import { answerText } from "../../core/session/answer-text.ts";
import type { Prompt } from "../../core/session/prompt.ts";

/** Runs the prompts one after the other and gives the last answer's text. What the user should know beside it goes to `warn`. */
export async function runPrintMode(
  session: AgentSession,
  prompts: readonly Prompt[],
  warn: (message: string) => void,
): Promise<string> {
  session.subscribe((event) => {
    if (event.type === "retry_fallback_applied") warn(`${event.message}.`);
  });
  for (const prompt of prompts) {
    await session.prompt(prompt.text, { images: prompt.images });
    if (session.lastFailure()) break;
  }
  const answer = session.messages.findLast((message) => message.role === "assistant");
  return answer ? answerText(answer) : "";
}
