import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { afterEach, beforeEach, expect, test } from "vitest";
import { manifest as toolSearch } from "../../tool-search/manifest.ts";
import { ServerCache } from "../catalogue/server-cache.ts";
import { manifest } from "../manifest.ts";
import { entryOf, type ServerConfig } from "../server-entry.ts";
import { stdioServer } from "./server-file.ts";

let folder: string;
let record: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tau-mcp-scale-"));
  record = join(folder, "record");
  writeFileSync(record, "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const tool = (name: string) => ({
  name,
  description: `Does ${name} as well as it can, with all that is needed for it.`,
  parameters: { type: "object", properties: { path: { type: "string" } } },
});

/** A session that resumes with these servers in its file, all of them known from before. */
async function warm(servers: Readonly<Record<string, { config: ServerConfig; tools: number }>>) {
  const harness = await createExtensionHarness({
    extensions: [manifest, toolSearch],
    script: () => ({ text: "Done." }),
  });
  await harness.prompt("Before");
  const cache = new ServerCache(harness.workspace.tauHome);
  for (const [name, { config, tools }] of Object.entries(servers))
    await cache.write(entryOf(name, config, "").hash, {
      tools: Array.from({ length: tools }, (_, index) => tool(`tool${index}`)),
      prompts: [],
      resources: [],
    });
  const mcpServers = Object.fromEntries(Object.entries(servers).map(([name, { config }]) => [name, config]));
  writeFileSync(join(harness.workspace.cwd, ".mcp.json"), JSON.stringify({ mcpServers }));
  await harness.restart();
  return harness;
}

test("with 50 known servers, 10 of which hang and 10 die, none is started and nothing is waited for", async () => {
  const behaviour = (index: number) => (index < 10 ? "silent" : index < 20 ? "dies" : "plain");
  const servers = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [
      `s${index}`,
      { config: stdioServer(behaviour(index), record), tools: 3 },
    ]),
  );
  await using harness = await warm(servers);
  await harness.prompt("Go");
  expect(readFileSync(record, "utf8")).toBe("");
  expect(harness.session.getAllTools().filter(({ name }) => name.startsWith("mcp__"))).toHaveLength(150);
});

test("1,000 tools do not make the request larger than the limit for all batteries", async () => {
  await using harness = await warm({ many: { config: stdioServer("plain", record), tools: 1000 } });
  await harness.prompt("Go");
  expect(harness.session.getAllTools().filter(({ name }) => name.startsWith("mcp__"))).toHaveLength(1000);
  const { body } = harness.server.requests.at(-1) ?? {};
  expect(JSON.stringify(body)).not.toContain("mcp__many__");
  expect(JSON.stringify(body).length).toBeLessThan(9 * 1024);
});
