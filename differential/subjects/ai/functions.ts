import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { emptyUsage, tools } from "./conversations.ts";

const JSON_TEXTS = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.tuple(fc.json({ maxDepth: 2 }), fc.nat(40)).map(([text, length]) => text.slice(0, length)),
  fc.constantFrom(
    "",
    " ",
    "{",
    '{"a":"line\nbreak"}',
    '{"a":"tab\tin"}',
    '{"path":"C:\\new"}',
    '{"a":"\\u12"}',
    '{"a":1,}',
    '{"a":tru',
    '{"a":-',
    '{"a":"x\\',
    "[1,2",
    "nul",
    "not json",
    '{"a":1} trailing',
    "```json\n{}\n```",
  ),
  fc.constant(undefined),
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom("", "5", "-1.5", "true", "false", "null", "abc", "[1]", '{"a":1}', " 7 "),
  fc.constantFrom(0, 1, -1, 1.5, 7),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom([], [1], ["1"], {}, { a: "1" }),
);
const leaf = fc.constantFrom(
  { type: "string" },
  { type: "number" },
  { type: "integer" },
  { type: "boolean" },
  { type: "null" },
  { type: ["string", "null"] },
  { type: ["number", "null"] },
  { anyOf: [{ type: "string" }, { type: "number" }] },
  { anyOf: [{ type: "number" }, { type: "null" }] },
  { enum: ["a", "abc"] },
  { const: 1 },
  { type: "string", minLength: 2 },
  { type: "integer", minimum: 1 },
  { type: "string", default: "abc" },
  { type: "array", items: { type: "number" } },
  { type: "array", items: { type: "string" }, minItems: 1 },
  { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
  { type: "object", additionalProperties: { type: "number" } },
  {},
);

const usage = fc.record(
  {
    input: fc.nat(500_000),
    output: fc.nat(100_000),
    cacheRead: fc.nat(500_000),
    cacheWrite: fc.nat(100_000),
    cacheWrite1h: fc.nat(100_000),
  },
  { requiredKeys: ["input", "output", "cacheRead", "cacheWrite"] },
);
const cost = fc.record(
  {
    input: fc.constantFrom(0, 1, 3),
    output: fc.constantFrom(0, 15),
    cacheRead: fc.constantFrom(0, 0.3),
    cacheWrite: fc.constantFrom(0, 3.75),
    tiers: fc.constantFrom(
      [{ inputTokensAbove: 200_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5 }],
      [
        { inputTokensAbove: 100_000, input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 },
        { inputTokensAbove: 300_000, input: 8, output: 30, cacheRead: 0.8, cacheWrite: 9 },
      ],
    ),
  },
  { requiredKeys: ["input", "output", "cacheRead", "cacheWrite"] },
);
const level = fc.constantFrom("off", "minimal", "low", "medium", "high", "xhigh", "max");
const levelMap = fc.dictionary(level, fc.constantFrom(null, "x"), { maxKeys: 4 });

/** Rounded: the order in which numbers are multiplied shows in their last digits. */
export function rounded(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toPrecision(10));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}

const thrown = fc.constantFrom("error", "error-code", "cause", "string", "object", "undefined", "number", "null");

export const functionSubjects = [
  subject({
    name: "ai/cost",
    inputs: fc.record({ usage, cost, api: fc.constantFrom("anthropic-messages", "openai-responses") }),
    runs: 300,
    run: ({ ai }, { usage, cost, api }) => {
      const model = { id: "m", api, provider: "p", cost } as never;
      const target = { ...emptyUsage, ...usage, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
      const result = ai.calculateCost(model, target);
      return rounded({ result, changed: target.cost, same: result === target.cost });
    },
  }),
  subject({
    name: "ai/thinking-levels",
    inputs: fc.record({ reasoning: fc.boolean(), map: fc.option(levelMap, { nil: undefined }), level }),
    runs: 300,
    run: ({ ai }, { reasoning, map, level }) => {
      const model = {
        id: "m",
        api: "openai-responses",
        provider: "p",
        reasoning,
        ...(map ? { thinkingLevelMap: map } : {}),
      };
      return {
        levels: ai.getSupportedThinkingLevels(model as never),
        clamped: ai.clampThinkingLevel(model as never, level as never),
      };
    },
  }),
  subject({
    name: "ai/models-equal",
    inputs: fc.tuple(
      fc.constantFrom(
        undefined,
        null,
        { id: "a", provider: "p" },
        { id: "a", provider: "q" },
        { id: "b", provider: "p" },
      ),
      fc.constantFrom(undefined, null, { id: "a", provider: "p", name: "x" }, { id: "a", provider: "q" }),
    ),
    runs: 30,
    run: ({ ai }, [a, b]) => [ai.modelsAreEqual(a as never, b as never), a ? ai.hasApi(a as never, "x") : "no model"],
  }),
  subject({
    name: "ai/parse-streaming-json",
    inputs: JSON_TEXTS,
    runs: 400,
    run: ({ ai }, text) => ai.parseStreamingJson(text),
  }),
  subject({
    name: "ai/parse-json-with-repair",
    inputs: JSON_TEXTS.map((text) => text ?? ""),
    runs: 400,
    run: ({ ai }, text) => ai.parseJsonWithRepair(text),
  }),
  subject({
    name: "ai/repair-json",
    inputs: JSON_TEXTS.map((text) => text ?? ""),
    runs: 300,
    run: ({ ai }, text) => ai.repairJson(text),
  }),
  subject({
    name: "ai/validate-plain-schema",
    inputs: fc.record({
      schema: leaf,
      value: fc.option(value, { nil: undefined }),
      required: fc.boolean(),
      extra: fc.boolean(),
    }),
    runs: 500,
    run: ({ ai }, { schema, value, required, extra }) => {
      const parameters = { type: "object", properties: { v: schema }, ...(required ? { required: ["v"] } : {}) };
      const args = { ...(value === undefined ? {} : { v: value }), ...(extra ? { other: 1 } : {}) };
      const call = { type: "toolCall", id: "c", name: "t", arguments: args } as never;
      return ai.validateToolArguments({ name: "t", description: "", parameters } as never, call);
    },
  }),
  subject({
    name: "ai/validate-typebox",
    inputs: fc.record({
      kind: fc.constantFrom(
        "string",
        "number",
        "integer",
        "boolean",
        "optional",
        "union",
        "enum",
        "array",
        "object",
        "literal",
        "strict",
      ),
      value: fc.option(value, { nil: undefined }),
    }),
    runs: 400,
    run: ({ ai }, { kind, value }) => {
      const { Type } = ai;
      const schemas = {
        string: Type.String(),
        number: Type.Number(),
        integer: Type.Integer(),
        boolean: Type.Boolean(),
        optional: Type.Optional(Type.Number()),
        union: Type.Union([Type.String(), Type.Null()]),
        enum: ai.StringEnum(["a", "abc"]),
        array: Type.Array(Type.Number()),
        object: Type.Object({ a: Type.Number() }),
        literal: Type.Literal("a"),
        strict: Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false }),
      };
      const parameters = Type.Object({ v: schemas[kind as "string"] });
      const call = { type: "toolCall", id: "c", name: "t", arguments: value === undefined ? {} : { v: value } };
      return ai.validateToolCall([{ name: "t", description: "", parameters }] as never, call as never);
    },
  }),
  subject({
    name: "ai/validate-unknown-tool",
    inputs: fc.constantFrom("t", "missing"),
    runs: 2,
    run: ({ ai }, name) => {
      const tool = { name: "t", description: "", parameters: { type: "object", properties: {} } };
      return ai.validateToolCall([tool] as never, { type: "toolCall", id: "c", name, arguments: {} } as never);
    },
  }),
  subject({
    name: "ai/string-enum",
    inputs: fc.record({
      values: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
      options: fc.constantFrom(undefined, {}, { description: "d" }, { description: "d", default: "a" }),
    }),
    runs: 30,
    run: ({ ai }, { values, options }) =>
      JSON.parse(JSON.stringify(ai.StringEnum(values as never, options as never))) as unknown,
  }),
  subject({
    name: "ai/diagnostics",
    inputs: fc.record({ thrown, details: fc.constantFrom(undefined, { a: 1 }), times: fc.nat(2) }),
    runs: 60,
    run: ({ ai }, { thrown, details, times }) => {
      const error = throwable(thrown);
      const made = ai.createAssistantMessageDiagnostic("kind", error, details as never);
      const message: { diagnostics?: never[] } = {};
      for (let count = 0; count < times; count++) ai.appendAssistantMessageDiagnostic(message, made);
      const { stack, ...info } = ai.extractDiagnosticError(error);
      return {
        text: ai.formatThrownValue(error),
        info,
        stack: typeof stack,
        made: { ...made, timestamp: typeof made.timestamp, error: membersOf(made.error) },
        count: message.diagnostics?.length,
      };
    },
  }),
  subject({
    name: "ai/uuid",
    inputs: fc.constantFrom(undefined, 0, 1_700_000_000_000, 2 ** 48 - 1),
    runs: 10,
    run: ({ ai }, time) => {
      const ids = Array.from({ length: 20 }, () => ai.uuidv7(time));
      return {
        form: ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
        distinct: new Set(ids).size,
        time: time === undefined ? undefined : ids[0]?.slice(0, 13),
        sorted: ids.every((id, index) => index === 0 || (ids[index - 1] ?? "") < id),
      };
    },
  }),
  subject({
    name: "ai/content-text",
    inputs: fc.record({
      content: fc.oneof(
        fc.constantFrom("", "plain"),
        fc.array(
          fc.constantFrom(
            { type: "text", text: "a" },
            { type: "text", text: "" },
            { type: "thinking", thinking: "hm" },
            { type: "image", data: "x", mimeType: "image/png" },
            { type: "toolCall", id: "1", name: "n", arguments: {} },
          ),
          { maxLength: 4 },
        ),
      ),
      separator: fc.constantFrom(undefined, "", " | "),
    }),
    runs: 60,
    run: ({ ai }, { content, separator }) =>
      separator === undefined ? ai.contentText(content as never) : ai.contentText(content as never, separator),
  }),
  subject({
    name: "ai/constants",
    inputs: fc.constant("constants"),
    runs: 1,
    run: ({ ai }) => ({
      delay: ai.DEFAULT_MAX_AGENT_RETRY_DELAY_MS,
      key: ai.ANTHROPIC_API_KEY_ENV,
      token: ai.ANTHROPIC_AUTH_TOKEN_ENV,
      oauth: ai.ANTHROPIC_OAUTH_TOKEN_ENV,
    }),
  }),
  subject({
    name: "ai/tool-declarations",
    inputs: fc.tuple(declaration(), declaration()),
    runs: 60,
    run: ({ ai }, [a, b]) => ({
      declared: ai.toToolDeclaration({ ...a, label: "L", execute: () => 1 } as never),
      equal: ai.declarationsEqual(a as never, b as never),
      changes: ai.getToolStateChanges([a] as never, [b] as never),
    }),
  }),
];

function declaration(): fc.Arbitrary<object> {
  return fc.record(
    {
      name: fc.constantFrom("a", "b"),
      description: fc.constantFrom("x", "y"),
      parameters: fc.constantFrom(
        tools[0]?.parameters,
        { type: "object", properties: {} },
        { properties: {}, type: "object" },
      ),
      constrainedSampling: fc.constantFrom(false as const, { type: "json_schema" as const, strict: "prefer" as const }),
    },
    { requiredKeys: ["name", "description", "parameters"] },
  );
}

function membersOf(value: object | undefined): string[] {
  return Object.entries(value ?? {})
    .filter(([, member]) => member !== undefined)
    .map(([name]) => name)
    .sort();
}

function throwable(kind: string): unknown {
  if (kind === "error") return new TypeError("wrong");
  if (kind === "error-code") return Object.assign(new Error("no"), { code: "ECONNRESET" });
  if (kind === "cause") return new Error("outer", { cause: new Error("inner") });
  if (kind === "object") return { message: "m", code: 7 };
  return { string: "text", number: 7, null: null }[kind];
}
