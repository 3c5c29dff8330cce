import type { ClassifierContext } from "../../contract/classifier.ts";
import type { WireUsage } from "../classifier-usage.ts";
import { type GivenAnswer, readAnswers } from "../read-answers.ts";

/** The answer of a System One service. */
export interface SystemOneOutput {
  answers?: Record<string, GivenAnswer & { noul?: unknown }>;
  usage?: WireUsage;
}

/** Converts questions to the wire format, which has its own word for a yes-or-no question. */
export function wireQuestions(questions: ClassifierContext["questions"]): Record<string, object> {
  return Object.fromEntries(
    Object.entries(questions).map(([id, question]) => [
      id,
      { ...question, type: question.type === "bool" ? "noul" : question.type },
    ]),
  );
}

export function readOutput(questions: ClassifierContext["questions"], { answers = {} }: SystemOneOutput) {
  return readAnswers(questions, (id) => {
    const { noul, ...given } = { ...answers[id] };
    return { ...given, probability: noul };
  });
}
