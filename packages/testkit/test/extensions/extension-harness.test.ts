import { existsSync } from "node:fs";
import type { ExtensionAPI } from "@tau/coding-agent";
import { expect, test } from "vitest";
import { createExtensionHarness } from "../../src/extensions/index.ts";

const hello = `export default (pi) => pi.registerCommand("hello", {
  description: "Says hello",
  handler: async (args, ctx) => ctx.ui.notify("hello " + args),
});`;

test("an extension of a file runs on the screen, and the model behind HTTP answers in it", async () => {
  await using files = await createExtensionHarness({ extensions: [], files: { "hello.ts": hello } });
  await using harness = await createExtensionHarness({
    extensions: [files.workspace.path("hello.ts")],
    mode: "tui",
    script: { text: "An answer." },
  });
  const { terminal } = harness;
  terminal.press(..."/hello you", "enter");
  await terminal.waitForText("hello you");
  terminal.press(..."a question", "enter");
  await terminal.waitForText("An answer.");
  expect(harness.server.requests[0]?.body).toMatchObject({ model: "scripted" });
});

test("a session goes on from its file; what fails in an extension is told, with and without a screen", async () => {
  const failing = (pi: ExtensionAPI) =>
    void pi.on("turn_end", () => {
      throw new Error("no good");
    });
  for (const mode of ["print", "tui"] as const) {
    await using harness = await createExtensionHarness({
      extensions: [failing],
      mode,
      script: [{ text: "one" }, { text: "two" }],
    });
    expect(await harness.prompt("first")).toBe("one");
    expect(existsSync(harness.session.sessionFile ?? "")).toBe(true);
    const { sessionId } = harness.session;
    await harness.restart();
    expect([harness.session.sessionId, harness.session.messages.length]).toEqual([sessionId, 2]);
    expect(await harness.prompt("second")).toBe("two");
    expect(harness.errors.map(({ error }) => error)).toEqual(["no good", "no good"]);
    expect(harness.events.filter(({ type }) => type === "agent_settled")).toHaveLength(2);
  }
});

test("nothing of the user's own is read: neither keys nor files", async () => {
  await using harness = await createExtensionHarness({
    extensions: [],
    files: { "AGENTS.md": "Be brief." },
    script: { text: "yes" },
  });
  await harness.prompt("hi");
  expect(harness.session.sessionFile).toContain(harness.workspace.tauHome);
  expect(JSON.stringify(harness.server.requests[0]?.body)).toContain("Be brief.");
  expect(() => harness.terminal).toThrow(/no screen/);
});
