import { RequestError } from "../ai-error.ts";
import { failedClassification } from "../collection/failed-operation.ts";
import type {
  ClassifierAnswer,
  ClassifierContext,
  ClassifierFunction,
  ClassifierModel,
  ClassifierOptions,
} from "../contract/classifier.ts";
import type { Usage } from "../contract/usage.ts";

/** The answer of a service. The answers are read separately, so that the usage is known even if they are invalid. */
export interface Judgement {
  readonly usage?: Usage | undefined;
  read(): Record<string, ClassifierAnswer>;
}

type Judge = (model: ClassifierModel, context: ClassifierContext, options: ClassifierOptions) => Promise<Judgement>;

/** Wraps a function that may reject into a classifier that never does. */
export function createClassifier(judge: Judge): ClassifierFunction {
  return async (model, context, options = {}) => {
    const { api, provider, id } = model;
    let usage: { usage?: Usage } = {};
    try {
      options.signal?.throwIfAborted();
      checkContext(model, context);
      const judgement = await judge(model, context, options);
      if (judgement.usage) usage = { usage: judgement.usage };
      const answers = judgement.read();
      return { api, provider, model: id, answers, ...usage, stopReason: "stop", timestamp: Date.now() };
    } catch (error) {
      return { ...failedClassification(model, error, options.signal), ...usage };
    }
  };
}

function checkContext(model: ClassifierModel, { images = [], questions }: ClassifierContext): void {
  if (Object.keys(questions).length === 0) throw invalid("There is no question. Ask at least one.");
  if (images.length > 0 && !model.input.includes("image")) {
    throw invalid(`${model.id} takes no images. Leave them out or choose a model that does.`);
  }
}

export function invalid(message: string): RequestError {
  return new RequestError(message, { code: "invalid-request" });
}
