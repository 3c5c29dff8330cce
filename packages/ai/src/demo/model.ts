import type { Model } from "../contract/model.ts";

/** The built-in model: a script that needs no key and no network. */
export const demoModel: Model<"demo"> = {
  id: "tour",
  name: "Guided tour (scripted)",
  api: "demo",
  provider: "demo",
  baseUrl: "",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 200_000,
  maxTokens: 8_192,
};
