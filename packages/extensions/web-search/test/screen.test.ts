import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { startWebServer } from "./web-server.ts";

test("the screen shows a row per source with host and date, cut to the width", async () => {
  const results = Array.from({ length: 7 }, (_, index) => ({
    title: `Result ${index + 1} ${"long ".repeat(20)}`,
    url: `https://www.example${index}.com/path`,
    content: "What it says.",
    publishedDate: "2026-11-01",
  }));
  await using server = await startWebServer(() => ({ body: JSON.stringify({ results }) }));
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    settings: { webSearch: { searxng: server.url } },
    script: [{ toolCalls: [{ name: "web_search", arguments: { query: "tau", recency: "week" } }] }, { text: "done" }],
    mode: "tui",
    columns: 60,
  });
  await harness.prompt("go");
  await harness.terminal.waitForText("… 2 more");
  const screen = harness.terminal.window.screen().join("\n");
  expect(screen).toContain("web_search tau past week");
  expect(screen).toContain("7 results from searxng");
  const rows = screen.split("\n").filter((row) => row.includes("example"));
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatch(/^ ?example0\.com · 2026-11-01 {2}Result 1 long .*\.\.\. *$/);
});
