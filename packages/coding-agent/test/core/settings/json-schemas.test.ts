import { readFileSync, writeFileSync } from "node:fs";
import { Check } from "typebox/schema";
import { expect, test } from "vitest";
import { jsonSchemas } from "../../../src/core/settings/json-schemas.ts";

const folder = new URL("../../../schemas/", import.meta.url);

test("the schema files are those of the code; TAU_UPDATE=1 writes them anew", () => {
  for (const [name, schema] of Object.entries(jsonSchemas())) {
    const file = new URL(name, folder);
    if (process.env.TAU_UPDATE === "1") writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
    expect(JSON.parse(readFileSync(file, "utf8")), name).toEqual(schema);
  }
});

test("a validator of JSON Schema understands them as we do", () => {
  const { "settings.schema.json": settings, "models.schema.json": models } = jsonSchemas();
  const accepts = (schema: object | undefined, value: unknown) => Check(schema as never, value);
  expect(
    accepts(settings, { theme: "dark", retry: { maxRetries: 1 }, foreign: 1, packages: ["a", { source: "b" }] }),
  ).toBe(true);
  for (const wrong of [{ theme: 1 }, { outputPad: 2 }, { packages: [{}] }, { compaction: { reserveTokens: -1 } }]) {
    expect(accepts(settings, wrong), JSON.stringify(wrong)).toBe(false);
  }
  expect(accepts(models, { providers: { p: { models: [{ id: "m" }] } } })).toBe(true);
  expect(accepts(models, { providers: { p: { models: [{}] } } })).toBe(false);
});
