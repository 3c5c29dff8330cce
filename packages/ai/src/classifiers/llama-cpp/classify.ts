import { RequestError } from "../../ai-error.ts";
import type { ClassifierAnswer } from "../../contract/classifier.ts";
import { createClassifier, invalid } from "../create-classifier.ts";
import { postClassifierRequest } from "../post-classifier-request.ts";
import { answerOf, labelProbabilities, type TokenLogprob } from "./label-probabilities.ts";
import { labelQuestion } from "./labelled-question.ts";

interface Completion {
  choices?: { logprobs?: { content?: { top_logprobs?: TokenLogprob[] }[] } | null }[];
}

/** Number of likeliest tokens to request: enough to include labels that the model would not choose. */
const TOKENS = 500;

/** Uses any chat model on llama.cpp's server as a classifier, by the probability of each answer as the next token. */
export const classify = createClassifier(async (model, context, options) => {
  const { temperature = 1 } = options;
  if (!(temperature > 0)) throw invalid(`The temperature ${temperature} is not above 0.`);
  const served = { ...model, baseUrl: model.baseUrl.replace(/\/v1\/?$/, "") };
  const answers: Record<string, ClassifierAnswer> = {};
  // Sequential: each request finds the beginning of its prompt in the server's cache.
  for (const [id, question] of Object.entries(context.questions)) {
    const { content, labels, keys } = labelQuestion(context, id);
    const body = {
      model: model.id,
      messages: [{ role: "user", content }],
      max_tokens: 1,
      logprobs: true,
      top_logprobs: TOKENS,
      cache_prompt: true,
      chat_template_kwargs: { enable_thinking: false },
    };
    const completion = await postClassifierRequest<Completion>(served, { path: "/v1/chat/completions", body }, options);
    const tokens = completion.choices?.[0]?.logprobs?.content?.[0]?.top_logprobs ?? [];
    if (tokens.length === 0) throw noProbabilities(model.provider);
    answers[id] = answerOf(question, keys, labelProbabilities(labels, tokens, temperature));
  }
  return { read: () => answers };
});

function noProbabilities(provider: string): RequestError {
  return new RequestError(`${provider} gave no probabilities of tokens. The API is for llama.cpp's llama-server.`, {
    code: "server",
  });
}
