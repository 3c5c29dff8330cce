import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createNoUi, type ExtensionUIContext } from "@tau/coding-agent";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { type ModernServer, startModernServer } from "./modern-server.ts";

let server: ModernServer;
beforeAll(async () => {
  server = await startModernServer();
});
afterAll(async () => await server[Symbol.asyncDispose]());
let seen = 0;
beforeEach(() => {
  seen = server.methods.length;
});
const asked = () => server.methods.slice(seen);

const opened = async (options: Partial<ExtensionHarnessOptions>) =>
  await createExtensionHarness({
    extensions: [manifest],
    files: { ".mcp.json": JSON.stringify({ mcpServers: { web: { type: "http", url: server.url } } }) },
    script: () => ({ text: "Done." }),
    ...options,
  });
const call = (name: string, args = {}) => ({ toolCalls: [{ name, arguments: args }] });
const results = ({ session }: Awaited<ReturnType<typeof opened>>) =>
  session.messages.flatMap((message) => (message.role === "toolResult" ? [message.content] : []));
const lastPrompt = ({ session }: Awaited<ReturnType<typeof opened>>) =>
  JSON.stringify(session.messages.findLast(({ role }) => role === "user"));

test("the newer protocol is found out once, and remembered for the next session", async () => {
  await using harness = await opened({
    script: [call("mcp__web__sound"), { text: "One." }, call("mcp__web__sound"), { text: "Two." }],
  });
  await harness.prompt("One");
  expect(asked()).toContain("server/discover");
  expect(asked()).not.toContain("initialize");
  const folder = join(harness.workspace.tauHome, "cache", "mcp");
  const [file = ""] = await readdir(folder);
  expect(JSON.parse(readFileSync(join(folder, file), "utf8"))).toMatchObject({ prior: { kind: "modern" } });
  const before = server.methods.length;
  await harness.restart();
  await harness.prompt("Two");
  expect(server.methods.slice(before)).not.toContain("server/discover");
  const [first, second] = results(harness);
  expect(JSON.stringify(first)).toMatch(/audio\/wav, 3 bytes: artifact:/);
  expect(second).toBeDefined();
});

test("a question within a call reaches the user, and his answer the server", async () => {
  const titles: string[] = [];
  const ui: ExtensionUIContext = {
    ...createNoUi(),
    select: async (title, options) => {
      titles.push(title);
      return options[0];
    },
    input: async (title) => {
      titles.push(title);
      return "Delft";
    },
  };
  await using harness = await opened({ mode: "rpc", ui, script: [call("mcp__web__weather"), { text: "Done." }] });
  await harness.prompt("Go");
  expect(results(harness)).toMatchObject([[{ text: "Rain in Delft" }]]);
  expect(titles).toEqual(["The MCP server web asks:\nWhich city?", "web: city"]);
});

test("without a user the server is not told that there is one, and the call fails with its reason", async () => {
  await using harness = await opened({ script: [call("mcp__web__weather"), { text: "Done." }] });
  await harness.prompt("Go");
  const said = JSON.stringify(results(harness));
  expect(said).toContain("weather of the MCP server web failed");
  expect(said).toMatch(/elicitation/i);
});

test("a prompt is a command, with its arguments in order", async () => {
  await using harness = await opened({});
  await harness.prompt("One");
  await harness.prompt('/mcp__web__review "my file.ts"');
  expect(lastPrompt(harness)).toContain("Review my file.ts with care.");
  await harness.prompt("/mcp__web__review");
  expect(JSON.stringify(harness.errors)).toContain('needs the argument \\"file\\"');
});

test("a prompt that is typed before the server was asked is still one", async () => {
  await using harness = await opened({});
  await harness.prompt("/mcp__web__review a.ts");
  expect(lastPrompt(harness)).toContain("Review a.ts with care.");
});

test("resources are read by URL, listed, and attached where a prompt mentions them", async () => {
  await using harness = await opened({
    script: [
      {
        toolCalls: [
          "mcp://",
          "mcp://web",
          "mcp://web/note://today",
          "mcp://web/note://day/monday",
          "mcp://web/note://none",
          "mcp://other/x",
        ].map((path) => ({ name: "read", arguments: { path } })),
      },
      { text: "Done." },
      { text: "Done." },
    ],
  });
  await harness.prompt("Go");
  const said = results(harness).map((content) => JSON.stringify(content));
  expect(said[0]).toContain("web");
  expect(said[1]).toContain("note://today");
  expect(said[1]).toContain("note://day/{day}");
  expect(said[2]).toContain("Buy milk.");
  expect(said[3]).toContain("Notes of monday.");
  expect(said[4]).toContain("note://none of the MCP server web failed");
  expect(said[5]).toContain("There is no MCP server");
  await harness.prompt("What does @web:note://today say? And @nobody:x://y?");
  expect(lastPrompt(harness)).toContain('<resource server=\\"web\\" uri=\\"note://today\\">\\nBuy milk.');
});
