import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { createNoUi, type ExtensionUIContext } from "@tau/coding-agent";
import { createExtensionHarness, type ExtensionHarness } from "@tau/testkit/extensions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { startBridge } from "./http-bridge.ts";
import { NpmServers } from "./npm-servers.ts";

let servers: NpmServers;
beforeAll(() => {
  servers = new NpmServers();
});
afterAll(() => servers[Symbol.dispose]());

type Arguments = Readonly<Record<string, unknown>>;
type Call = readonly [tool: string, args?: Arguments];

const CALLS: readonly Call[] = [
  ["echo", { message: "hello" }],
  ["get-sum", { a: 2, b: 3 }],
  ["get-tiny-image"],
  ["get-annotated-message", { messageType: "success", includeImage: true }],
  ["get-structured-content", { location: "Chicago" }],
  ["get-resource-reference", { resourceType: "Text", resourceId: 1 }],
  ["get-resource-links", { count: 2 }],
  ["get-env"],
  ["get-roots-list"],
  ["trigger-long-running-operation", { duration: 1, steps: 2 }],
  ["trigger-sampling-request", { prompt: "Say yes", maxTokens: 20 }],
  ["trigger-elicitation-request"],
  ["toggle-simulated-logging"],
];

/** A user who takes the first choice of each question. */
function agreeable(): { ui: ExtensionUIContext; asked: string[] } {
  const asked: string[] = [];
  const ui: ExtensionUIContext = {
    ...createNoUi(),
    select: async (title, options) => {
      asked.push(title);
      const isNoneChosen = options.every((option) => !option.startsWith("[x]"));
      return (isNoneChosen && options.find((option) => option.startsWith("[ ]"))) || options[0];
    },
    input: async (title, suggested) => {
      asked.push(title);
      if (/e-?mail/i.test(title)) return "a@example.com";
      if (/uri/i.test(title)) return "https://example.com";
      if (/date/i.test(title)) return "2026-01-31";
      return suggested === undefined || suggested === "" ? "7" : "";
    },
  };
  return { ui, asked };
}

async function session(config: object, calls: readonly Call[], ui: ExtensionUIContext): Promise<ExtensionHarness> {
  let next = 0;
  return await createExtensionHarness({
    extensions: [manifest],
    mode: "rpc",
    ui,
    files: { ".mcp.json": JSON.stringify({ mcpServers: { every: { ...config, logLevel: "debug" } } }) },
    script: ({ body }) => {
      if (JSON.stringify(body).includes("Resource trigger-sampling-request context")) return { text: "Yes." };
      const call = calls[next++];
      if (!call) return { text: "Done." };
      const [name, args = {}] = call;
      return { toolCalls: [{ name: `mcp__every__${name}`, arguments: args }] };
    },
  });
}

function resultsOf(harness: ExtensionHarness) {
  return harness.session.messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
}

async function useEverything(config: object): Promise<void> {
  const { ui, asked } = agreeable();
  await using harness = await session(config, CALLS, ui);
  expect(await harness.prompt("Go")).toBe("Done.");
  const results = resultsOf(harness);
  expect(results.map(({ isError }, index) => [CALLS[index]?.[0], isError])).toEqual(
    CALLS.map(([name]) => [name, false]),
  );
  const said = Object.fromEntries(CALLS.map(([name], index) => [name, JSON.stringify(results[index]?.content)]));
  expect(said.echo).toContain("Echo: hello");
  expect(said["get-sum"]).toContain("5");
  expect(results[2]?.content).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/png" }));
  expect(results[4]?.details).toMatchObject({ structuredContent: { temperature: expect.any(Number) } });
  expect(said["get-resource-reference"]).toContain("demo://resource");
  expect(said["get-resource-links"]).toContain("demo://resource");
  expect(said["get-roots-list"]).toContain("file://");
  expect(said["trigger-long-running-operation"]).toContain("completed");
  expect(said["trigger-sampling-request"]).toContain("Yes.");
  expect(said["trigger-elicitation-request"]).toMatch(/accept|provided/i);
  expect(asked.join()).toContain("The MCP server every asks for an answer of");
  await useTexts(harness);
}

/** Prompts, their completion, resources, templates, and the log. */
async function useTexts(harness: ExtensionHarness): Promise<void> {
  const lastPrompt = () => JSON.stringify(harness.session.messages.findLast(({ role }) => role === "user"));
  await harness.prompt("/mcp__every__args-prompt Delft");
  expect(lastPrompt()).toContain("Delft");
  await harness.prompt("Look at @every:demo://resource/dynamic/text/1");
  expect(lastPrompt()).toContain('<resource server=\\"every\\"');
}

test("server-everything over stdio", async () => await useEverything(servers.stdio("server-everything")), 60_000);

test("server-everything over streamable HTTP", async () => {
  await using server = await servers.http("streamableHttp");
  await useEverything({ type: "http", url: server.url });
}, 60_000);

test("server-everything over SSE, in the way of 2024", async () => {
  await using server = await servers.http("sse");
  const { ui } = agreeable();
  await using harness = await session({ type: "sse", url: server.url }, CALLS.slice(0, 3), ui);
  await harness.prompt("Go");
  expect(resultsOf(harness).map(({ isError }) => isError)).toEqual([false, false, false]);
}, 60_000);

/** Writes and reads a file and a memory, and tries to leave the folder. */
async function useFilesAndMemory(mcpServers: object, folder = "."): Promise<void> {
  const script = [
    ["mcp__files__write_file", { path: `${folder}/a.txt`, content: "one" }],
    ["mcp__files__read_text_file", { path: `${folder}/a.txt` }],
    ["mcp__files__read_text_file", { path: "/etc/passwd" }],
    ["mcp__memory__create_entities", { entities: [{ name: "Tau", entityType: "agent", observations: ["small"] }] }],
    ["mcp__memory__search_nodes", { query: "Tau" }],
  ].map(([name, args]) => ({ toolCalls: [{ name: name as string, arguments: args as Arguments }] }));
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: { ".mcp.json": JSON.stringify({ mcpServers }) },
    script: [...script, { text: "Done." }],
  });
  await harness.prompt("Go");
  const results = resultsOf(harness);
  expect(results.map(({ isError }) => isError)).toEqual([false, false, true, false, false]);
  expect(JSON.stringify(results[1]?.content)).toContain("one");
  expect(JSON.stringify(results[4]?.content)).toContain("small");
}

test("server-filesystem and server-memory over stdio", async () => {
  const files = servers.stdio("server-filesystem", ".");
  const memory = { ...servers.stdio("server-memory"), env: { MEMORY_FILE_PATH: `${servers.folder}/memory.json` } };
  await useFilesAndMemory({ files, memory });
}, 60_000);

test("server-filesystem and server-memory over streamable HTTP", async () => {
  const folder = mkdtempSync(join(servers.folder, "files-"));
  await using files = await startBridge(servers.stdio("server-filesystem", folder));
  const env = { MEMORY_FILE_PATH: `${servers.folder}/memory-http.json` };
  await using memory = await startBridge(servers.stdio("server-memory"), env);
  const entry = ({ url }: { url: string }) => ({ type: "http", url });
  await useFilesAndMemory({ files: entry(files), memory: entry(memory) }, folder);
}, 60_000);
