import {
  type Context,
  createFauxCore,
  fauxAssistantMessage,
  type Model,
  type ModelProvider,
  type SimpleStreamOptions,
} from "@tau/ai";

/** The one model of the provider `mine`. */
export const ownModel: Model = {
  id: "m1",
  name: "M1",
  api: "mine",
  provider: "mine",
  baseUrl: "http://127.0.0.1:9",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 1000,
  maxTokens: 100,
};

/** A provider as one object, which answers twice and whose requests are kept. */
export function providerObject<Parts extends Partial<ModelProvider>>(parts: Parts) {
  const requests: { model: Model; options: SimpleStreamOptions }[] = [];
  const core = createFauxCore({ api: "mine", provider: "mine" });
  core.setResponses([fauxAssistantMessage("answered"), fauxAssistantMessage("answered again")]);
  const streamSimple = (model: Model, context: Context, options: SimpleStreamOptions = {}) => {
    requests.push({ model, options });
    return core.streamSimple(model as never, context, options);
  };
  const provider = { id: "mine", name: "Mine", getModels: () => [ownModel], streamSimple, ...parts };
  return { provider, requests };
}
