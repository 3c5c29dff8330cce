import { classifierUsage } from "../classifier-usage.ts";
import { createClassifier } from "../create-classifier.ts";
import { postClassifierRequest } from "../post-classifier-request.ts";
import { resolveCompat, stateWithImages } from "./images.ts";
import { readOutput, type SystemOneOutput, wireQuestions } from "./wire.ts";

/** System One as its inventor and most other services provide it. */
export const classify = createClassifier(async (model, { state, images = [], questions }, options) => {
  const { imageInput, sendImageOptInHeader } = resolveCompat(model, true);
  const output = await postClassifierRequest<SystemOneOutput>(
    model,
    {
      path: "/systemone",
      body: { model: model.id, ...stateWithImages(state, images, imageInput), questions: wireQuestions(questions) },
      headers: images.length > 0 && sendImageOptInHeader ? { "typesafe-danger-zone-images": "true" } : {},
    },
    options,
  );
  return { usage: classifierUsage(model, output.usage), read: () => readOutput(questions, output) };
});
