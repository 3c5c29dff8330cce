import { RequestError } from "../ai-error.ts";
import type { ClassifierAnswer, ClassifierContext, ClassifierQuestion } from "../contract/classifier.ts";

/** The fields of an answer, in the same form for all services; their values are not validated yet. */
export interface GivenAnswer {
  readonly probability?: unknown;
  readonly score?: unknown;
  readonly confidence?: unknown;
  readonly choice?: unknown;
  readonly probabilities?: unknown;
}

/** Returns an answer for each question. Throws for the first question without a valid one. */
export function readAnswers(
  questions: ClassifierContext["questions"],
  given: (id: string) => GivenAnswer,
): Record<string, ClassifierAnswer> {
  return Object.fromEntries(
    Object.entries(questions).map(([id, question]) => [id, readAnswer(id, question, given(id))]),
  );
}

function readAnswer(id: string, question: ClassifierQuestion, given: GivenAnswer): ClassifierAnswer {
  if (question.type === "bool") return { type: "bool", probability: requireNumber(id, given, "probability") };
  const confidence = requireNumber(id, given, "confidence");
  if (question.type === "score") return { type: "score", score: requireNumber(id, given, "score"), confidence };
  const { choice, probabilities } = given;
  if (typeof choice !== "string" || !Object.hasOwn(question.criteria, choice))
    throw malformed(id, "no choice that was given");
  const each = Object.keys(question.criteria).map((key) => [key, requireNumber(id, probabilities, key)]);
  return { type: "choice", choice, probabilities: Object.fromEntries(each), confidence };
}

function requireNumber(id: string, answer: unknown, field: string): number {
  const value = (answer as Record<string, unknown> | undefined)?.[field];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw malformed(id, `no ${field}`);
}

function malformed(id: string, why: string): RequestError {
  return new RequestError(`The answer to "${id}" makes no sense: ${why}. Check that the model's api is right.`, {
    code: "server",
  });
}
