import { expect, test } from "vitest";
import { declareTool, identifiersOf } from "../declarations/declare-tool.ts";
import { schemaType } from "../declarations/schema-type.ts";

test.each([
  [{ type: "string" }, "string"],
  [{ type: ["integer", "null"] }, "number | null"],
  [{ type: "string", nullable: true }, "string | null"],
  [{ enum: ["a", 1, null, true] }, '"a" | 1 | null | true'],
  [{ const: "x" }, '"x"'],
  [{ type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }, "(string | number)[]"],
  [{ type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }] }, "[string, boolean]"],
  [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
  [{ type: "object" }, "Record<string, unknown>"],
  [
    { properties: { a: { type: "string" }, "b-c": { type: "number", default: 3 } }, required: ["a"] },
    '{ a: string; "b-c"?: number /* default 3 */ }',
  ],
  [
    {
      allOf: [{ type: "object", properties: { a: { type: "string" } } }, { $ref: "#/$defs/b" }],
      $defs: { b: { type: "object", properties: { b: {} } } },
    },
    "{ a?: string } & { b?: unknown }",
  ],
  [{ oneOf: [{ type: "string" }, {}] }, "unknown"],
  [{ $ref: "https://example.com/schema" }, "unknown"],
  [{ $ref: "#/$defs/__proto__" }, "unknown"],
  [undefined, "unknown"],
  [true, "unknown"],
])("%j is %s", (schema, type) => {
  expect(schemaType(schema)).toBe(type);
});

test("recursive and deep schemas end", () => {
  const tree = { type: "object", properties: { next: { $ref: "#" } } };
  expect(schemaType(tree)).toBe("{ next?: { next?: unknown } }");
  let deep: object = { type: "string" };
  for (let depth = 0; depth < 10_000; depth++) deep = { type: "array", items: deep };
  expect(schemaType(deep)).toBe("unknown[][][][][][][]");
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`p${index}`, { type: "string" }]));
  expect(schemaType({ type: "object", properties: wide }).length).toBeLessThan(2000);
});

test("a description cannot end its comment", () => {
  const tool = {
    name: "x",
    description: "ends */ evil(); /*\nnext",
    parameters: { type: "object" },
    outputSchema: { type: "number" },
  };
  expect(declareTool("x", tool, ["Be kind."])).toBe(
    "/** ends * / evil(); /* next Be kind. */\ntools.x(args: Record<string, unknown>): Promise<number>",
  );
});

test("names become distinct identifiers", () => {
  const names = ["mcp__a-b__c.d", "mcp__a_b__c_d", "2nd", "constructor"];
  expect([...identifiersOf(names).values()]).toEqual(["mcp__a_b__c_d", "mcp__a_b__c_d_2", "_2nd", "constructor"]);
});
