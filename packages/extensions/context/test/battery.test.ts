import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { measureContext } from "../measure-context.ts";

test("the parts of the context add up, and name what could be dropped", () => {
  const [results, tools, prompt, ...rest] = measureContext({
    systemPrompt: "x".repeat(400),
    contextFiles: [{ path: "AGENTS.md", content: "y".repeat(200) }],
    skills: [],
    tools: [
      { name: "read", description: "d".repeat(1000), parameters: {} },
      { name: "bash", description: "d".repeat(100), parameters: {} },
    ],
    messages: [
      { role: "user", content: "look", timestamp: 1 },
      {
        role: "assistant",
        content: [{ type: "toolCall", id: "c1", name: "read", arguments: { path: "big.log" } }],
      } as never,
      {
        role: "toolResult",
        toolCallId: "c1",
        toolName: "read",
        content: [{ type: "text", text: "z".repeat(8000) }],
        isError: false,
        timestamp: 2,
      },
    ],
  });
  expect(results).toMatchObject({
    label: "Results of read",
    tokens: 2000,
    parts: [{ label: "big.log", tokens: 2000 }],
  });
  expect(results?.advice).toContain("/compact");
  expect(tools?.parts?.map(({ label }) => label)).toEqual(["read", "bash (not called)"]);
  expect(tools?.advice).toBe(
    "1 of the 2 tools was called in this conversation. /tools switches off those that you do not need.",
  );
  expect(prompt?.advice).toContain("Its context files and skills can be shortened");
  expect(prompt).toMatchObject({
    tokens: 100,
    parts: [
      { label: "instructions", tokens: 50 },
      { label: "AGENTS.md", tokens: 50 },
    ],
  });
  expect(rest.map(({ label }) => label)).toEqual(["Tool calls", "Your messages"]);
});

test("/context shows the parts of the session on the screen", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    script: [{ toolCalls: [{ name: "read", arguments: { path: "notes.txt" } }] }, { text: "seen" }],
  });
  await writeFile(join(harness.workspace.cwd, "notes.txt"), "word ".repeat(2000));
  await harness.prompt("look");
  harness.terminal.press(..."/context", "enter");
  await harness.terminal.window.waitForText(/Results of read/);
  const screen = harness.terminal.window.screen().join("\n");
  expect(screen).toMatch(/Context: .* of \d+[kM] tokens \(0\.0 %\)/);
  expect(screen).toContain("System prompt");
  expect(screen).toContain("Declared tools");
  expect(screen).toContain("enter unfold");
  harness.terminal.press("enter");
  await harness.terminal.window.waitForText(/▾ Results of read[\s\S]*notes\.txt/);
  expect(harness.errors).toEqual([]);
});

test("before the first answer the title has the sum of the parts", async () => {
  await using harness = await createExtensionHarness({ extensions: [manifest], mode: "tui" });
  harness.terminal.press(..."/context", "enter");
  await harness.terminal.window.waitForText(/Context: [1-9][\d,.]*k? of /);
});
