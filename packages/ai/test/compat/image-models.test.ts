import { expect, test } from "vitest";
import { getImageModel, getImageModels, getImageProviders } from "../../src/compat.ts";

test("the models that draw are listed by provider, without waiting", () => {
  expect(getImageProviders()).toEqual(["openrouter"]);
  const [first] = getImageModels("openrouter");
  expect(first).toMatchObject({ type: "image", api: "openrouter-images", provider: "openrouter" });
  expect(first?.output).toContain("image");
  expect(getImageModel("openrouter", first?.id ?? "")).toEqual(first);
  expect([getImageModels("constructor"), getImageModel("openrouter", "missing")]).toEqual([[], undefined]);
});
