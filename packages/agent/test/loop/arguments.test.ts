import fc from "fast-check";
import { Type } from "typebox";
import { Check } from "typebox/schema";
import { expect, test } from "vitest";
import { type Check as CheckValue, coerceArguments } from "../../src/loop/coerce-arguments.ts";
import { validateArguments } from "../../src/loop/tool-call.ts";

const check: CheckValue = (schema, value) => Check(schema, value);

async function validate(parameters: object, args: unknown): Promise<unknown> {
  const validated = await validateArguments({ name: "t", description: "", parameters }, args);
  return validated.valid ? validated.args : validated.problem;
}

test("P-LOOP-29 what models get wrong is put right, in TypeBox schemas and plain JSON Schema alike", async () => {
  const typebox = Type.Object({
    count: Type.Optional(Type.Integer()),
    ratio: Type.Optional(Type.Number()),
    deep: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String()),
    paths: Type.Optional(Type.Array(Type.String())),
    edits: Type.Optional(Type.Array(Type.Object({ line: Type.Number() }))),
    either: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    mode: Type.Optional(Type.Union([Type.Literal("fast"), Type.Literal(2)])),
    map: Type.Optional(Type.Record(Type.String(), Type.Number())),
  });
  const plain: object = JSON.parse(JSON.stringify(typebox));
  const cases: [unknown, unknown][] = [
    [{ count: "3" }, { count: 3 }],
    [{ ratio: " 0.5 " }, { ratio: 0.5 }],
    [{ deep: "True" }, { deep: true }],
    [{ deep: 0 }, { deep: false }],
    [{ name: 7 }, { name: "7" }],
    [{ paths: "a" }, { paths: ["a"] }],
    [{ paths: '["a","b"]' }, { paths: ["a", "b"] }],
    [{ edits: '[{"line":"4"}]' }, { edits: [{ line: 4 }] }],
    [{ either: "7" }, { either: 7 }],
    [{ either: null }, { either: null }],
    [{ mode: "2" }, { mode: 2 }],
    [{ map: { a: "1", __proto__x: 2 } }, { map: { a: 1, __proto__x: 2 } }],
    [{ count: null, name: null }, {}],
    ['{"count":1}', { count: 1 }],
  ];
  for (const [given, expected] of cases) {
    expect([given, await validate(typebox, given)]).toEqual([given, expected]);
    expect([given, await validate(plain, given)]).toEqual([given, expected]);
  }
});

test("null for what is required is an empty value, as programs for pi expect; a list or an object has none", async () => {
  const parameters = (type: string) => ({ type: "object", properties: { a: { type } }, required: ["a"] });
  const empty = { string: "", number: 0, integer: 0, boolean: false };
  for (const [type, a] of Object.entries(empty)) expect(await validate(parameters(type), { a: null })).toEqual({ a });
  for (const type of ["array", "object"])
    expect(await validate(parameters(type), { a: null })).toMatch(/^Invalid arguments/);
  expect(await validate(parameters("number"), { a: true })).toEqual({ a: 1 });
});

test("P-LOOP-28 what cannot be put right is named with its place, and never at length", async () => {
  expect(await validate(Type.Object({ count: Type.Integer(), name: Type.String() }), { count: "1.5" })).toBe(
    'Invalid arguments for tool "t":\n- /: must have required properties name\n- /count: must be integer\nCorrect them and call it again.',
  );
  const many = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`field${index}`, "x"]));
  const schema = Type.Record(Type.String(), Type.Number());
  const problem = String(await validate(schema, many));
  expect(problem.split("\n").length).toBe(10);
});

test("a key named __proto__ stays a key", async () => {
  const args: unknown = JSON.parse('{"__proto__": {"admin": true}, "count": "1"}');
  const validated = (await validate(Type.Object({ count: Type.Number() }), args)) as Record<string, unknown>;
  expect(Object.keys(validated)).toEqual(["__proto__", "count"]);
  expect("admin" in validated).toBe(false);
});

test("a value that fits is returned as it is, and no value is ever changed", () => {
  const schema = Type.Object({
    n: Type.Number(),
    list: Type.Array(Type.Union([Type.Integer(), Type.String()])),
    o: Type.Optional(Type.Object({ b: Type.Boolean() })),
  });
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const before = JSON.stringify(value);
      coerceArguments(schema, value, check);
      expect(JSON.stringify(value)).toBe(before);
    }),
  );
  const fitting = fc.record({
    n: fc.double({ noNaN: true, noDefaultInfinity: true }),
    list: fc.array(fc.oneof(fc.integer(), fc.string())),
  });
  fc.assert(fc.property(fitting, (value) => void expect(coerceArguments(schema, value, check)).toEqual(value)));
});

test("numbers and booleans survive the way through text", () => {
  const schema = Type.Object({ n: Type.Number(), b: Type.Boolean() });
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), (n, b) => {
      expect(coerceArguments(schema, { n: String(n), b: String(b) }, check)).toEqual({ n: n === 0 ? 0 : n, b });
    }),
  );
});
