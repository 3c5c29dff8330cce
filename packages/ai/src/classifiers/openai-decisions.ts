import type { ClassifierAnswer, ClassifierContext, ClassifierQuestion } from "../contract/classifier.ts";
import { malformed, requireNumber } from "./answer-fields.ts";
import { classifierUsage, type WireUsage } from "./classifier-usage.ts";
import { createClassifier, invalid } from "./create-classifier.ts";
import { postClassifierRequest } from "./post-classifier-request.ts";

interface Decision {
  answers?: WireAnswer[];
  usage?: WireUsage;
}

interface WireAnswer {
  type?: string;
  name?: string | null;
  choice?: unknown;
  probabilities?: { value?: unknown; probability?: unknown }[];
  [field: string]: unknown;
}

const MOST_IMAGES = 128;

/** OpenAI's Decisions API: questions are a list, and are told apart by their names. */
export const classify = createClassifier(async (model, context, options) => {
  const body = {
    model: model.id,
    input: input(context),
    questions: Object.entries(context.questions).map(([name, question]) => wireQuestion(name, question)),
  };
  const decision = await postClassifierRequest<Decision>(model, { path: "/decisions", body }, options);
  return { usage: classifierUsage(model, decision.usage), read: () => readAnswers(context.questions, decision) };
});

function input({ state, images = [] }: ClassifierContext): unknown {
  const text = JSON.stringify(state);
  if (images.length === 0) return text;
  if (images.length > MOST_IMAGES) throw invalid(`More than ${MOST_IMAGES} images. Send fewer.`);
  const parts = images.map(({ data, mimeType }) => ({
    type: "input_image",
    image_url: `data:${mimeType};base64,${data}`,
  }));
  return [{ role: "user", content: [{ type: "input_text", text }, ...parts] }];
}

function wireQuestion(name: string, question: ClassifierQuestion): object {
  const { instructions } = question;
  switch (question.type) {
    case "choice": {
      const choices = Object.entries(question.criteria).map(([value, description]) => ({ value, description }));
      return { type: "choice", name, instructions, choices };
    }
    case "score":
      return { type: "score", name, instructions, levels: question.criteria.map((label) => ({ label })) };
    case "bool": {
      // A predicate has no field for what its two answers mean.
      const meaning = `True: ${question.criteria.true}\nFalse: ${question.criteria.false}`;
      return { type: "predicate", name, instructions: `${instructions}\n\n${meaning}` };
    }
  }
}

function readAnswers(questions: ClassifierContext["questions"], { answers = [] }: Decision) {
  const byName = new Map(answers.map((answer) => [answer.name, answer]));
  return Object.fromEntries(
    Object.entries(questions).map(([name, question]) => [name, readAnswer(name, question, byName.get(name))]),
  );
}

function readAnswer(name: string, question: ClassifierQuestion, answer: WireAnswer | undefined): ClassifierAnswer {
  if (answer?.type === "refusal") throw invalid(`The model declined to answer "${name}". Rephrase the question.`);
  switch (question.type) {
    case "bool":
      return { type: "bool", probability: requireNumber(name, answer, "probability") };
    case "score": {
      const score = requireNumber(name, answer, "score");
      return { type: "score", score, confidence: requireNumber(name, answer, "confidence") };
    }
    case "choice": {
      const choice = answer?.choice;
      if (typeof choice !== "string" || !(choice in question.criteria))
        throw malformed(name, "no choice that was given");
      const given = Object.fromEntries((answer?.probabilities ?? []).map((each) => [each.value, each.probability]));
      const each = Object.keys(question.criteria).map((key) => [key, requireNumber(name, given, key)]);
      const confidence = requireNumber(name, answer, "confidence");
      return { type: "choice", choice, probabilities: Object.fromEntries(each), confidence };
    }
  }
}
