import { classifierUsage } from "../classifier-usage.ts";
import { createClassifier } from "../create-classifier.ts";
import { postClassifierRequest } from "../post-classifier-request.ts";
import { resolveCompat, stateWithImages } from "./images.ts";
import { readOutput, type SystemOneOutput, wireQuestions } from "./wire.ts";

interface Envelope extends SystemOneOutput {
  result?: SystemOneOutput;
}

/** System One inside the response envelope of Workers AI. */
export const classify = createClassifier(async (model, { state, images = [], questions }, options) => {
  const { imageInput } = resolveCompat(model, false);
  const served = { ...model, baseUrl: model.baseUrl.replace(/\/v1\/?$/, "") };
  const body = { model: model.id, ...stateWithImages(state, images, imageInput), questions: wireQuestions(questions) };
  const envelope = await postClassifierRequest<Envelope>(served, { path: `/run/${model.id}`, body }, options);
  const output = envelope.result ?? envelope;
  return { usage: classifierUsage(model, output.usage), read: () => readOutput(questions, output) };
});
