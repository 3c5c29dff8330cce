import { expect, test } from "vitest";
import { chooseModel, type ModelSources } from "../choose-model.ts";

type Model = ModelSources["available"][number];

const model = (id: string, ...input: Model["input"]) => ({ provider: "p", id, input }) as Model;
const [blind, seeing, best] = [
  model("blind", "text"),
  model("seeing", "text", "image"),
  model("best", "text", "image"),
];
const chosen = (available: Model[], active?: Model, roles: ModelSources["roles"] = {}) =>
  chooseModel({ available, active, roles }).id;

test("the roles vision and default come first, then the model in use, then any other", () => {
  expect(chosen([seeing, best], seeing, { vision: "p/best" })).toBe("best");
  expect(chosen([seeing, best], seeing, { vision: "P/BEST:high" })).toBe("best");
  expect(chosen([seeing, best], seeing, { vision: "missing", default: "bes" })).toBe("best");
  expect(chosen([seeing, best], best)).toBe("best");
  expect(chosen([seeing, best])).toBe("seeing");
});

test("a model that does not see is passed over", () => {
  expect(chosen([blind, seeing], blind, { vision: "blind" })).toBe("seeing");
});

test("R284: without a model, or without one that sees, the message says so", () => {
  expect(() => chosen([])).toThrow("No models available for inspect_image.");
  expect(() => chosen([blind], blind)).toThrow("Resolved model p/blind does not support image input.");
});
