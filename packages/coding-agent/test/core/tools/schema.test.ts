import { Type as TypeBoxType } from "typebox";
import { expect, test } from "vitest";
import { Type } from "../../../src/core/tools/schema.ts";

test("a schema is the same JSON that the full library builds", () => {
  const build = (type: typeof Type) =>
    type.Object({
      path: type.String({ description: "A path" }),
      limit: type.Optional(type.Integer({ minimum: 1 })),
      ratio: type.Optional(type.Number()),
      deep: type.Boolean(),
      edits: type.Array(type.Object({ old: type.String() }, { additionalProperties: false }), { minItems: 1 }),
    });
  expect(JSON.parse(JSON.stringify(build(Type)))).toEqual(
    JSON.parse(JSON.stringify(build(TypeBoxType as typeof Type))),
  );
});
