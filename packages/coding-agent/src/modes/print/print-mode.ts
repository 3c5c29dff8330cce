import type { Prompt } from "../../core/session/input/prompt.ts";
import { answerText } from "../../core/session/run/answer-text.ts";
import type { Session } from "../../core/session/session.ts";
import type { AnswerSchema } from "./checked-answer.ts";
import { settled } from "./settled.ts";

export interface PrintResult {
  /** The text for stdout. */
  readonly text: string;
  /** Why the answer is not what was asked for. */
  readonly problem?: string;
}

/** How often the model may correct an answer that does not match the schema. */
const CORRECTIONS = 3;

/** Runs the prompts one after the other. Resolves to the text of the last answer or, with a schema, to JSON that satisfies it. */
export async function runPrintMode(
  session: Session,
  prompts: readonly Prompt[],
  schema?: AnswerSchema,
): Promise<PrintResult> {
  const checks = schema && (await import("./checked-answer.ts"));
  for (const [index, { text, images }] of prompts.entries()) {
    const isLast = index === prompts.length - 1;
    await session.prompt(checks && isLast ? `${text}\n\n${checks.schemaRequest(schema)}` : text, { images });
    await settled(session);
    if (session.lastFailure()) break;
  }
  return checks ? await checkedAnswer(session, schema, checks) : { text: lastAnswer(session) };
}

async function checkedAnswer(
  session: Session,
  schema: AnswerSchema,
  { checkAnswer, correctionRequest }: typeof import("./checked-answer.ts"),
): Promise<PrintResult> {
  for (let tries = 0; ; tries++) {
    if (session.lastFailure()) return { text: "" };
    const checked = await checkAnswer(lastAnswer(session), schema);
    if ("value" in checked) return { text: JSON.stringify(checked.value, null, 2) };
    if (tries === CORRECTIONS)
      return { text: "", problem: `No valid answer after ${CORRECTIONS} corrections. ${checked.problem}` };
    await session.prompt(correctionRequest(checked.problem));
  }
}

function lastAnswer({ messages }: Session): string {
  const answer = messages.findLast((message) => message.role === "assistant");
  return answer ? answerText(answer) : "";
}
