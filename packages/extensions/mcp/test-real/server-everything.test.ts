import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const PACKAGE = "@modelcontextprotocol/server-everything";
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tau-everything-"));
  execFileSync("npm", ["install", "--ignore-scripts", "--no-save", "--prefix", folder, `${PACKAGE}@2026.8.31`]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the tools of server-everything are called over stdio", async () => {
  const program = join(folder, "node_modules", PACKAGE, "dist", "index.js");
  const call = (name: string, args: Readonly<Record<string, unknown>> = {}) => ({
    toolCalls: [{ name: `mcp__every__${name}`, arguments: args }],
  });
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: { ".mcp.json": JSON.stringify({ mcpServers: { every: { command: process.execPath, args: [program] } } }) },
    script: [
      call("echo", { message: "hello" }),
      call("get-sum", { a: 2, b: 3 }),
      call("get-tiny-image"),
      call("get-structured-content", { location: "Chicago" }),
      call("get-resource-reference", { resourceType: "Text", resourceId: 1 }),
      call("get-resource-links", { count: 2 }),
      call("get-roots-list"),
      call("trigger-long-running-operation", { duration: 1, steps: 2 }),
      { text: "Done." },
    ],
  });
  expect(await harness.prompt("Go")).toBe("Done.");
  const results = harness.session.messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
  expect(results.map(({ isError }) => isError)).toEqual(Array(8).fill(false));
  const said = results.map(({ content }) => JSON.stringify(content));
  expect(said[0]).toContain("Echo: hello");
  expect(said[1]).toContain("5");
  expect(results[2]?.content).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/png" }));
  expect(results[3]?.details).toMatchObject({ structuredContent: { temperature: expect.any(Number) } });
  expect(said[4]).toContain("demo://resource");
  expect(said[5]).toContain("demo://resource");
  expect(said[6]).toContain("file://");
  expect(said[7]).toContain("completed");
});
