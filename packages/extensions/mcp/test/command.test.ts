import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { serverFile } from "./server-file.ts";

test("P-OMP-8: /mcp shows the servers as they are; one that is switched off loses its tools and stays off", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    files: serverFile({ one: "rich", two: "plain" }),
    columns: 120,
  });
  const { terminal } = harness;
  const tools = (prefix: string) => harness.session.getAllTools().filter(({ name }) => name.startsWith(prefix)).length;
  terminal.press(..."/mcp restart one", "enter");
  await terminal.waitForText("one  running, 4 tools");
  terminal.press(..."/mcp restart two", "enter");
  await terminal.waitForText("two  running, 18 tools");
  terminal.press(..."/mcp disable one", "enter");
  await terminal.waitForText("MCP server one: disabled");
  expect(tools("mcp__one__")).toBe(0);
  expect(tools("mcp__two__")).toBe(18);
  const file = join(harness.workspace.tauHome, "mcp.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ disabledServers: ["one"] });
  terminal.press(..."/mcp enable one", "enter");
  await terminal.waitForText("MCP server one: enabled");
  expect(tools("mcp__one__")).toBe(4);
});
