import type { ClassifierAnswer, ClassifierQuestion } from "../../contract/classifier.ts";

export interface TokenLogprob {
  token: string;
  logprob: number;
}

/** Returns the probability of each label among all labels. A temperature above 1 brings them closer together. */
export function labelProbabilities(
  labels: readonly string[],
  tokens: readonly TokenLogprob[],
  temperature: number,
): number[] {
  // A label that is not among the listed tokens is at most as likely as the last of them.
  const floor = Math.min(...tokens.map(({ logprob }) => logprob));
  const logits = labels.map((label) => {
    const found = tokens.filter(({ token }) => token.trim() === label).map(({ logprob }) => logprob);
    return (found.length > 0 ? sumOfLogs(found) : floor) / temperature;
  });
  const total = sumOfLogs(logits);
  return logits.map((logit) => Math.exp(logit - total));
}

export function answerOf(
  question: ClassifierQuestion,
  keys: readonly string[],
  probabilities: readonly number[],
): ClassifierAnswer {
  if (question.type === "bool") return { type: "bool", probability: probabilities[0] ?? 0 };
  const confidence = peakConfidence(probabilities);
  if (question.type === "score") {
    return { type: "score", score: probabilities.reduce((sum, p, level) => sum + p * level, 0), confidence };
  }
  const peak = probabilities.indexOf(Math.max(...probabilities));
  const each = keys.map((key, index) => [key, probabilities[index] ?? 0]);
  return { type: "choice", choice: keys[peak] ?? "", probabilities: Object.fromEntries(each), confidence };
}

/** Returns 0 if all are equally likely, 1 if one is certain. */
export function peakConfidence(probabilities: readonly number[]): number {
  const count = probabilities.length;
  return Math.min(1, Math.max(0, (count * Math.max(...probabilities) - 1) / (count - 1)));
}

function sumOfLogs(logs: readonly number[]): number {
  const highest = Math.max(...logs);
  return highest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - highest), 0));
}
