import type { ClassifierAnswer, ClassifierContext, ClassifierQuestion } from "../../contract/classifier.ts";
import { malformed, requireNumber } from "../answer-fields.ts";
import type { WireUsage } from "../classifier-usage.ts";

/** What a service that speaks System One answers. */
export interface SystemOneOutput {
  answers?: Record<string, unknown>;
  usage?: WireUsage;
}

/** The wire calls a yes-or-no question by a word of its own. */
export function wireQuestions(questions: ClassifierContext["questions"]): Record<string, object> {
  return Object.fromEntries(
    Object.entries(questions).map(([id, question]) => [
      id,
      { ...question, type: question.type === "bool" ? "noul" : question.type },
    ]),
  );
}

export function readAnswers(
  questions: ClassifierContext["questions"],
  { answers = {} }: SystemOneOutput,
): Record<string, ClassifierAnswer> {
  return Object.fromEntries(
    Object.entries(questions).map(([id, question]) => [id, readAnswer(id, question, answers[id])]),
  );
}

function readAnswer(id: string, question: ClassifierQuestion, answer: unknown): ClassifierAnswer {
  switch (question.type) {
    case "bool":
      return { type: "bool", probability: requireNumber(id, answer, "noul") };
    case "score": {
      const score = requireNumber(id, answer, "score");
      return { type: "score", score, confidence: requireNumber(id, answer, "confidence") };
    }
    case "choice": {
      const { choice, probabilities } = (answer ?? {}) as { choice?: unknown; probabilities?: unknown };
      if (typeof choice !== "string" || !(choice in question.criteria)) throw malformed(id, "no choice that was given");
      const confidence = requireNumber(id, answer, "confidence");
      const each = Object.keys(question.criteria).map((key) => [key, requireNumber(id, probabilities, key)]);
      return { type: "choice", choice, probabilities: Object.fromEntries(each), confidence };
    }
  }
}
