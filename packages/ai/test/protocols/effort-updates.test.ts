import { expect, test } from "vitest";
import { type Context, streamSimple, type ThinkingLevel } from "../../src/index.ts";
import { sse, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const LEVELS: readonly (ThinkingLevel | undefined)[] = ["high", "low", "low", undefined, "high"];
const words = { compat: { supportsMidConvoEffort: true }, thinkingLevelMap: { off: "none" } };

test("a change of effort is told where it happens, so that each request begins as the one before", async () => {
  const bodies = await converse(words);
  expect(bodies.map(({ reasoning }) => (reasoning as { effort: string }).effort)).toEqual(LEVELS.map(() => "high"));
  const inputs = bodies.map(({ input }) => input as { type?: string; reasoning?: object }[]);
  inputs.slice(1).forEach((input, turn) => {
    const before = inputs[turn] ?? [];
    expect(input.slice(0, before.length)).toEqual(before);
  });
  expect(inputs.at(-1)?.map(({ type = "user", reasoning }) => reasoning ?? type)).toEqual([
    "user",
    "message",
    "user",
    { effort: "low" },
    "message",
    "user",
    "message",
    "user",
    { effort: "none" },
    "message",
    "user",
    { effort: "high" },
  ]);
});

test("without the ability each request names its own effort", async () => {
  const effortsOf = async (model: object) =>
    (await converse(model)).map(({ input, reasoning }) => {
      expect(JSON.stringify(input)).not.toContain("configuration_update");
      return (reasoning as { effort?: string } | undefined)?.effort;
    });
  expect(await effortsOf({ ...words, compat: {} })).toEqual(["high", "low", "low", "none", "high"]);
});

async function converse(overrides: object): Promise<Record<string, unknown>[]> {
  const item = { type: "message", id: "msg_1", content: [{ type: "output_text", text: "ok" }] };
  await using server = await startServer(
    sse(
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id: "r", status: "completed" } },
    ),
  );
  const model = { ...testModel("openai-responses", overrides), baseUrl: server.url };
  const messages: Context["messages"] = [];
  for (const reasoning of LEVELS) {
    messages.push({ role: "user", content: "go", timestamp: 0 });
    messages.push(await streamSimple(model, { messages }, { apiKey: "key", ...(reasoning && { reasoning }) }).result());
  }
  return server.requests.map(({ body }) => body);
}
