import type { ClassifierContext, ClassifierQuestion } from "../contract/classifier.ts";
import { classifierUsage, type WireUsage } from "./classifier-usage.ts";
import { createClassifier, invalid } from "./create-classifier.ts";
import { postClassifierRequest } from "./post-classifier-request.ts";
import { type GivenAnswer, readAnswers } from "./read-answers.ts";

interface Decision {
  answers?: WireAnswer[];
  usage?: WireUsage;
}

interface WireAnswer {
  type?: string;
  name?: string | null;
  probabilities?: { value: string; probability?: unknown }[];
  [field: string]: unknown;
}

const MOST_IMAGES = 128;

/** OpenAI's Decisions API: questions are a list and are identified by their names. */
export const classify = createClassifier(async (model, context, options) => {
  const body = {
    model: model.id,
    input: input(context),
    questions: Object.entries(context.questions).map(([name, question]) => wireQuestion(name, question)),
  };
  const decision = await postClassifierRequest<Decision>(model, { path: "/decisions", body }, options);
  return {
    usage: classifierUsage(model, decision.usage),
    read: () => readAnswers(context.questions, (name) => givenAnswer(name, decision)),
  };
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
      // A predicate has no field for the meaning of its two answers.
      const meaning = `True: ${question.criteria.true}\nFalse: ${question.criteria.false}`;
      return { type: "predicate", name, instructions: `${instructions}\n\n${meaning}` };
    }
  }
}

function givenAnswer(name: string, { answers = [] }: Decision): GivenAnswer {
  const answer = answers.find((each) => each.name === name);
  if (answer?.type === "refusal") throw invalid(`The model declined to answer "${name}". Rephrase the question.`);
  const each = answer?.probabilities?.map(({ value, probability }) => [value, probability]);
  return { ...answer, probabilities: Object.fromEntries(each ?? []) };
}
