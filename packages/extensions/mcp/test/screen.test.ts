import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { startModernServer } from "./modern-server.ts";

/** Ctrl+U: what stands before the cursor is deleted. */
const CLEAR = "\u0015";

test("at a terminal resources are completed, prompts are commands, and a question of a server is a form", async () => {
  await using server = await startModernServer();
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    columns: 80,
    rows: 24,
    files: { ".mcp.json": JSON.stringify({ mcpServers: { web: { type: "http", url: server.url } } }) },
    script: [{ toolCalls: [{ name: "mcp__web__weather", arguments: {} }] }, { text: "It rains." }],
  });
  const { terminal } = harness;
  terminal.press(..."/mcp restart web", "enter");
  await terminal.waitForText("web  running, 2 tools, 1 prompt, 2 resources");
  terminal.press(..."@web:no");
  await terminal.waitForText("web:note://today");
  terminal.press("tab");
  await terminal.waitForText("@web:note://today");
  terminal.send(CLEAR);
  terminal.press(..."/mcp__web");
  await terminal.waitForText("mcp__web__review");
  terminal.send(CLEAR);
  terminal.press(..."Go", "enter");
  await terminal.waitForText("The MCP server web asks:");
  await terminal.waitForText("waits for your answer");
  terminal.press("enter");
  await terminal.waitForText("web: city");
  terminal.press(..."Delft", "enter");
  await terminal.waitForText("It rains.");
  expect(JSON.stringify(harness.session.messages)).toContain("Rain in Delft");
});
