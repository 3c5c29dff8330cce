import type { ClassifierContext, ClassifierQuestion } from "../../contract/classifier.ts";
import { invalid } from "../create-classifier.ts";

export interface LabelledQuestion {
  /** The message for the model. */
  readonly content: string;
  /** The allowed answers, one token each. */
  readonly labels: readonly string[];
  /** The meaning of each label: a choice, the number of a level, `true` or `false`. */
  readonly keys: readonly string[];
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const DIGITS = [..."0123456789"];

/**
 * Writes one question as a message. All questions precede it, between two copies of the state, so that the model reads the second copy
 * knowing the questions. Only the end differs, so the server processes the rest once.
 */
export function labelQuestion({ state, questions }: ClassifierContext, id: string): LabelledQuestion {
  const question = questions[id];
  if (!question) throw invalid(`There is no question ${id}.`);
  const options = optionsOf(question);
  const labels = labelsFor(id, question.type, options.length);
  const text = JSON.stringify(state, null, 2);
  const all = Object.entries(questions).map(([name, each]) => describe(name, each));
  const shown = options.map(([, meaning], index) => `${labels[index]}: ${meaning}`);
  const content = [
    `Judge this state.\n\n${text}`,
    `The questions about it:\n\n${all.join("\n\n")}`,
    `The state again:\n\n${text}`,
    `Now answer one question: ${question.instructions}\n\n${shown.join("\n")}`,
    `Answer with exactly one of: ${labels.join(", ")}.`,
  ].join("\n\n");
  return { content, labels, keys: options.map(([key]) => key) };
}

function describe(name: string, question: ClassifierQuestion): string {
  const options = optionsOf(question).map(([key, meaning]) => `- ${key}: ${meaning}`);
  return [`${name}: ${question.instructions}`, ...options].join("\n");
}

function optionsOf({ type, criteria }: ClassifierQuestion): [key: string, meaning: string][] {
  if (type === "score") return criteria.map((meaning, level) => [String(level), meaning]);
  if (type === "choice") return Object.entries(criteria);
  return [
    ["true", criteria.true],
    ["false", criteria.false],
  ];
}

function labelsFor(id: string, type: ClassifierQuestion["type"], count: number): readonly string[] {
  if (type === "bool") return ["Yes", "No"];
  const labels = type === "score" ? DIGITS : LETTERS;
  if (count < 2 || count > labels.length) {
    throw invalid(`The question ${id} has ${count} possible answers; give it 2 to ${labels.length}.`);
  }
  return labels.slice(0, count);
}
