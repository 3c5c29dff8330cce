import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const call = (...expressions: string[]) => ({
  toolCalls: [{ name: "calc", arguments: { calculations: expressions.map((expression) => ({ expression })) } }],
});

test("the model gets the values, and the log has them with their expressions", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    script: [call("2 ** 10", "7 / 2"), { text: "1024 and 3.5" }],
  });
  expect(await harness.prompt("calculate")).toBe("1024 and 3.5");
  expect(harness.session.messages[2]).toMatchObject({
    role: "toolResult",
    isError: false,
    content: [{ type: "text", text: "1024\n3.5" }],
    details: { results: [{ expression: "2 ** 10", value: 1024 }, { value: 3.5 }] },
  });
  expect(harness.errors).toEqual([]);
});

test("a wrong expression is a result that the model can act on", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    script: [call("2 +"), { text: "sorry" }],
  });
  await harness.prompt("calculate");
  expect(harness.session.messages[2]).toMatchObject({
    isError: true,
    content: [{ text: "2 + ends where a number is needed." }],
  });
});
