import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { exposureOf, isToolUsed, timeoutOf } from "../server-entry.ts";
import { startHttpServer } from "./http-server.ts";
import { serverFile } from "./server-file.ts";

test.each([
  [{}, "get_a", true],
  [{ enabledTools: ["get_*"] }, "get_a", true],
  [{ enabledTools: ["get_*"] }, "set_a", false],
  [{ enabledTools: [] }, "get_a", false],
  [{ disabledTools: ["*_a"] }, "get_a", false],
  [{ enabledTools: ["*"], disabledTools: ["get_a"] }, "get_a", false],
  [{ includeTools: ["get_b"], excludeTools: [] }, "get_a", false],
  [{ enabled_tools: ["get_a"], disabled_tools: ["get_b"] }, "get_a", true],
  // Nothing but the star has a meaning.
  [{ enabledTools: ["get.a"] }, "get_a", false],
  [{ enabledTools: ["(get"] }, "(get", true],
])("%j: %s is used: %s", (config, tool, isUsed) => {
  expect(isToolUsed(tool, config)).toBe(isUsed);
});

test("the exposure of the most specific pattern counts", () => {
  const config = {
    exposure: "direct",
    toolExposure: { "*": "hidden", "get_*": "codemode", get_one: "deferred" },
  } as const;
  expect(["get_one", "get_two", "other"].map((tool) => exposureOf(tool, config))).toEqual([
    "deferred",
    "codemode",
    "hidden",
  ]);
  expect(exposureOf("other", { exposure: "direct" })).toBe("direct");
  expect(exposureOf("other", {})).toBe("deferred");
});

test("a timeout is in seconds, from 1000 on in milliseconds", () => {
  expect([{ timeout: 5 }, { timeout: 5000 }, { timeout: -1 }, {}].map(timeoutOf)).toEqual([5000, 5000, 60_000, 60_000]);
});

test("tools that an entry leaves out are not there", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: serverFile({ one: "rich" }, { includeTools: ["rich", "large", "fails"], excludeTools: ["f*"] }),
    script: [{ text: "Done." }],
  });
  await harness.prompt("Go");
  const names = harness.session.getAllTools().map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("mcp__"))).toEqual(["mcp__one__rich", "mcp__one__large"]);
});

test("headers that a command prints are sent beside those of the entry; other output is a failure", async () => {
  await using server = await startHttpServer("streamable");
  const helper = `printf '{"authorization":"Bearer %s"}' "$CLAUDE_CODE_MCP_SERVER_NAME"`;
  const entry = { type: "http", url: server.url, headers: { "x-own": "1" } };
  const servers = { web: { ...entry, headersHelper: helper }, bad: { ...entry, headersHelper: "echo '[1]'" } };
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: { ".mcp.json": JSON.stringify({ mcpServers: servers }) },
    script: [{ text: "Done." }],
  });
  await harness.prompt("Go");
  expect(server.requests.length).toBeGreaterThan(0);
  for (const { headers } of server.requests)
    expect(headers).toMatchObject({ authorization: "Bearer web", "x-own": "1" });
  const names = harness.session.getAllTools().map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("mcp__"))).toEqual(["mcp__web__where"]);
});
