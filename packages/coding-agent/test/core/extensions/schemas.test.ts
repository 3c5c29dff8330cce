import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall, type JsonObject } from "@tau/ai";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as zod3 } from "zod/v3";
import { type ExtensionAPI, loadExtensions } from "../../../src/core/extensions/index.ts";
import { sessionWith } from "./session-with.ts";

const call = (args: JsonObject): FauxResponseStep =>
  fauxAssistantMessage(fauxToolCall("order", args), { stopReason: "toolUse" });

function orderTool(parameters: unknown, seen: unknown[] = []) {
  return (pi: ExtensionAPI) =>
    pi.registerTool({
      name: "order",
      label: "Order",
      description: "Orders something",
      parameters: parameters as ReturnType<typeof Type.Object>,
      execute: async (_id, params) => {
        seen.push(params);
        return { content: [{ type: "text", text: "ordered" }], details: undefined };
      },
    });
}

const PLAIN = {
  type: "object",
  properties: {
    item: { type: "string", enum: ["tea", "cake"], description: "What to bring" },
    count: { type: "number", minimum: 1, default: 1 },
  },
  required: ["item"],
};

const writings: [string, unknown][] = [
  ["JSON Schema", PLAIN],
  [
    "TypeBox",
    Type.Object({
      item: Type.Unsafe<string>({ type: "string", enum: ["tea", "cake"], description: "What to bring" }),
      count: Type.Optional(Type.Number({ minimum: 1, default: 1 })),
    }),
  ],
  ["Zod", z.object({ item: z.enum(["tea", "cake"]).describe("What to bring"), count: z.number().min(1).default(1) })],
  [
    "Zod, the small one",
    mini.object({ item: mini.enum(["tea", "cake"]), count: mini._default(mini.number().check(mini.minimum(1)), 1) }),
  ],
];

test.each(writings)(
  "R130, R131 parameters in %s: the model sees JSON Schema, and what does not fit never arrives",
  async (_name, parameters) => {
    const seen: unknown[] = [];
    let offered: unknown;
    await using setup = await sessionWith([orderTool(parameters, seen)], {
      answers: [
        ({ tools = [] }) => {
          offered = tools.find(({ name }) => name === "order")?.parameters;
          return fauxAssistantMessage(fauxToolCall("order", { item: "beer" }), { stopReason: "toolUse" });
        },
        call({ item: "tea", count: 0 }),
        call({ item: "cake", count: 2 }),
        fauxAssistantMessage("done"),
      ],
    });
    await setup.session.prompt("go");
    expect(JSON.parse(JSON.stringify(offered))).toMatchObject({
      type: "object",
      properties: {
        item: { type: "string", enum: ["tea", "cake"] },
        count: { type: "number", minimum: 1, default: 1 },
      },
      required: ["item"],
    });
    expect(offered).not.toHaveProperty("$schema");
    const results = setup.session.messages.filter(({ role }) => role === "toolResult");
    expect(results).toMatchObject([{ isError: true }, { isError: true }, { isError: false }]);
    expect(seen).toEqual([{ item: "cake", count: 2 }]);
  },
);

test("what Zod does beyond JSON Schema is done: defaults, transforms and refinements", async () => {
  const seen: unknown[] = [];
  const parameters = z.object({
    item: z.string().transform((text) => text.toUpperCase()),
    count: z.number().default(1),
    note: z
      .string()
      .refine((text) => text !== "bad", "must not be bad")
      .optional(),
  });
  await using setup = await sessionWith([orderTool(parameters, seen)], {
    answers: [call({ item: "tea" }), call({ item: "tea", note: "bad" }), fauxAssistantMessage("done")],
  });
  await setup.session.prompt("go");
  expect(seen).toEqual([{ item: "TEA", count: 1 }]);
  expect(setup.session.messages.filter(({ role }) => role === "toolResult")[1]).toMatchObject({
    isError: true,
    content: [{ text: "Invalid arguments:\n- /note: must not be bad" }],
  });
});

test("a schema that cannot be translated is refused with what to use instead", async () => {
  const { errors } = await loadExtensions({ inline: [orderTool(zod3.object({ item: zod3.string() }))], cwd: "." });
  expect(errors).toEqual([{ path: "<inline:1>", error: expect.stringContaining("Use Zod 4, TypeBox or JSON Schema") }]);
});

test("a type that JSON Schema does not have is reported with its place, and the tool stays", async () => {
  const parameters = { type: "object", properties: { type: { type: "strng" }, note: { default: { type: "any" } } } };
  const answers = [call({ type: "tea" }), fauxAssistantMessage("done")];
  await using setup = await sessionWith([orderTool(parameters)], { answers });
  const error = 'The schema of the tool "order": #/properties/type/type: there is no type "strng".';
  expect(setup.errors).toMatchObject([{ extensionPath: "<inline:1>", event: "registerTool", error }]);
  await setup.session.prompt("go");
  expect(setup.session.messages).toContainEqual(expect.objectContaining({ role: "toolResult", isError: false }));
});

test("a tool without parameters takes none", async () => {
  const seen: unknown[] = [];
  await using setup = await sessionWith([orderTool(undefined, seen)], {
    answers: [call({}), fauxAssistantMessage("done")],
  });
  await setup.session.prompt("go");
  expect(seen).toEqual([{}]);
});

test("R403 an extension without a copy of Zod gets ours, by import and as pi.zod", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-zod-"));
  try {
    const path = join(folder, "zod.ts");
    writeFileSync(
      path,
      `import { z as imported } from "zod";
       export default (pi) => {
         const { z } = pi.zod;
         const parameters = pi.zod.object({ a: z.string(), b: imported.number() });
         pi.registerTool({ name: "both", label: "Both", description: "Both", parameters, execute: async () => ({ content: [] }) });
       };`,
    );
    const {
      generation: { extensions },
      errors,
    } = await loadExtensions({ paths: [path], cwd: folder });
    expect(errors).toEqual([]);
    expect(extensions[0]?.tools.get("both")?.definition.parameters).toMatchObject({
      properties: { a: { type: "string" }, b: { type: "number" } },
      required: ["a", "b"],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("R402 schemas by the old library: optional, union, literal, list, enumeration, defaults and descriptions", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-typebox-"));
  try {
    const path = join(folder, "old.ts");
    writeFileSync(
      path,
      `import { Type } from "@sinclair/typebox";
       const Size = { small: "s", large: "l" } as const;
       const parameters = Type.Object({
         item: Type.Union([Type.Literal("tea"), Type.Literal("cake")], { description: "What to bring" }),
         sizes: Type.Array(Type.Enum(Size), { minItems: 1 }),
         count: Type.Optional(Type.Integer({ default: 1, minimum: 1 })),
       });
       export default (pi) =>
         pi.registerTool({ name: "order", label: "", description: "", parameters, execute: async () => ({ content: [] }) });`,
    );
    const {
      generation: { extensions },
      errors,
    } = await loadExtensions({ paths: [path], cwd: folder });
    expect(errors).toEqual([]);
    const parameters = extensions[0]?.tools.get("order")?.definition.parameters;
    expect(JSON.parse(JSON.stringify(parameters))).toEqual({
      type: "object",
      required: ["item", "sizes"],
      properties: {
        item: {
          anyOf: [
            { type: "string", const: "tea" },
            { type: "string", const: "cake" },
          ],
          description: "What to bring",
        },
        sizes: { type: "array", items: { enum: ["s", "l"] }, minItems: 1 },
        count: { type: "integer", default: 1, minimum: 1 },
      },
    });
    const seen: unknown[] = [];
    await using setup = await sessionWith([orderTool(parameters, seen)], {
      answers: [
        call({ item: "beer", sizes: ["s"] }),
        call({ item: "tea", sizes: ["xl"] }),
        call({ item: "tea", sizes: ["s", "l"] }),
        fauxAssistantMessage("done"),
      ],
    });
    await setup.session.prompt("go");
    expect(seen).toMatchObject([{ item: "tea", sizes: ["s", "l"] }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a tool that is an object of a class keeps its methods", async () => {
  class Order {
    readonly name = "order";
    readonly label = "Order";
    readonly description = "Orders something";
    readonly parameters = z.object({ item: z.string() });
    private readonly orders: string[] = [];
    async execute(_id: string, { item }: { item: string }) {
      this.orders.push(item);
      return { content: [{ type: "text" as const, text: this.orders.join() }], details: undefined };
    }
  }
  await using setup = await sessionWith([(pi) => pi.registerTool(new Order() as never)], {
    answers: [call({ item: "tea" }), call({ item: "cake" }), fauxAssistantMessage("done")],
  });
  await setup.session.prompt("go");
  expect(setup.session.messages.filter(({ role }) => role === "toolResult")[1]).toMatchObject({
    content: [{ text: "tea,cake" }],
  });
});
