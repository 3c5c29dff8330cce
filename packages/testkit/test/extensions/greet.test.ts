import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import greet from "./greet.ts";

test("the model gets the greeting", async () => {
  await using harness = await createExtensionHarness({
    extensions: [greet],
    script: [{ toolCalls: [{ name: "greet", arguments: { name: "Ada" } }] }, { text: "Greeted." }],
  });
  expect(await harness.prompt("Greet Ada")).toBe("Greeted.");
  expect(harness.session.messages[2]).toMatchObject({ content: [{ text: "Hello, Ada!" }] });
  expect(harness.errors).toEqual([]);
});

test("the command speaks to the user", async () => {
  await using harness = await createExtensionHarness({ extensions: [greet], mode: "tui" });
  harness.terminal.press(..."/hello you", "enter");
  await harness.terminal.waitForText("Hello you");
});
