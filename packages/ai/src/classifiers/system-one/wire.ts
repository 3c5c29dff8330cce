import type { ClassifierContext } from "../../contract/classifier.ts";
import type { WireUsage } from "../classifier-usage.ts";
import { type GivenAnswer, readAnswers } from "../read-answers.ts";

/** What a service that speaks System One answers. */
export interface SystemOneOutput {
  answers?: Record<string, GivenAnswer & { noul?: unknown }>;
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

export function readOutput(questions: ClassifierContext["questions"], { answers = {} }: SystemOneOutput) {
  return readAnswers(questions, (id) => {
    const { noul, ...given } = { ...answers[id] };
    return { ...given, probability: noul };
  });
}
