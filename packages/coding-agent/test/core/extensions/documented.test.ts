import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider } from "@tau/ai";
import { Type } from "typebox";
import { expect, onTestFinished, test } from "vitest";
import { AgentSession } from "../../../src/compat/pi/agent-session.ts";
import {
  createAgentSession,
  DefaultResourceLoader,
  type ExtensionAPI,
  ModelRuntime,
  SessionManager,
  type ToolDefinition,
} from "../../../src/index.ts";
import { runnerOf, sessionWith } from "./session-with.ts";

/** Statements of the documentation that no other test tries. */

function tool(name: string, parts: Partial<ToolDefinition> = {}): ToolDefinition {
  const execute = async () => ({ content: [{ type: "text" as const, text: `${name} ran` }], details: {} });
  return { name, label: name, description: `The tool ${name}`, parameters: Type.Object({}), execute, ...parts };
}

async function withApi(use: (pi: ExtensionAPI) => void) {
  let api: ExtensionAPI | undefined;
  const setup = await sessionWith([
    (pi) => {
      api = pi;
      use(pi);
    },
  ]);
  if (!api) throw new Error("not loaded");
  return { setup, pi: api };
}

test("pi.exec ends a command that says too much, or takes too long, and says so", async () => {
  const { setup, pi } = await withApi(() => undefined);
  await using _ = setup;
  const much = await pi.exec("sh", ["-c", "yes | head -c 100000; sleep 30"], { maxBuffer: 1000 });
  expect([much.stdout.length, much.truncated, much.killed, much.code !== 0]).toEqual([1000, true, true, true]);
  const long = await pi.exec("sleep", ["30"], { timeout: 50 });
  expect([long.killed, long.truncated, long.code !== 0]).toEqual([true, false, true]);
});

test("setActiveTools passes over what is unknown or hidden; a tool is withdrawn by hiding it", async () => {
  const { setup, pi } = await withApi((pi) => {
    pi.registerTool(tool("seen"));
    pi.registerTool(tool("asleep", { defaultActive: false }));
    pi.registerTool(tool("found", { exposure: "deferred" }));
  });
  await using _ = setup;
  expect(pi.getActiveTools().filter((name) => ["seen", "asleep", "found"].includes(name))).toEqual(["seen"]);
  pi.setActiveTools(["seen", "asleep", "nowhere", "read"]);
  expect(pi.getActiveTools()).toEqual(["seen", "asleep", "read"]);
  pi.registerTool(tool("seen", { exposure: "hidden" }));
  pi.setActiveTools(["seen", "read"]);
  expect(pi.getActiveTools()).toEqual(["read"]);
  expect(pi.getAllTools().find(({ name }) => name === "seen")).toMatchObject({ exposure: "hidden" });
});

test("getSettings is a copy; a provider that is taken back gives the built-in models back", async () => {
  const { setup, pi } = await withApi(() => undefined);
  await using _ = setup;
  const settings = pi.getSettings();
  settings.defaultModel = "changed";
  expect(pi.getSettings().defaultModel).not.toBe("changed");
  const { models } = setup.services;
  await models.load(["anthropic"]);
  const before = models.getModels("anthropic").map(({ id }) => id);
  pi.registerProvider("anthropic", { baseUrl: "http://127.0.0.1:9" });
  expect(models.getModels("anthropic")[0]?.baseUrl).toBe("http://127.0.0.1:9");
  pi.unregisterProvider("anthropic");
  pi.unregisterProvider("never-there");
  expect(models.getModels("anthropic").map(({ id }) => id)).toEqual(before);
  expect(models.getModels("anthropic")[0]?.baseUrl).not.toBe("http://127.0.0.1:9");
});

test("MCP servers: wrong names and configurations throw; so do names of others", async () => {
  const { setup, pi } = await withApi(() => undefined);
  await using _ = setup;
  expect(() => pi.registerMcpServer("no spaces", { command: "x" })).toThrow("no name for an MCP server");
  expect(() => pi.registerMcpServer("empty", {} as never)).toThrow("needs a command or a url");
  pi.registerMcpServer("jira", { url: "http://127.0.0.1:9" });
  pi.registerMcpServer("jira", { url: "http://127.0.0.1:10" });
  expect(pi.getMcpServers()).toMatchObject([{ name: "jira", config: { url: "http://127.0.0.1:10" } }]);
  expect(runnerOf(setup.session).runtime.mcpServers.get("jira")).toMatchObject({ name: "jira" });
  pi.unregisterMcpServer("jira");
  expect(pi.getMcpServers()).toEqual([]);
});

test("a page shows what tools called by themselves, and not what they got", async () => {
  await using setup = await sessionWith(
    [
      (pi) => {
        pi.registerTool(tool("inner"));
        const execute: ToolDefinition["execute"] = async (_id, _args, _signal, _update, ctx) => {
          await ctx.executeTool("inner", { of: "outer" });
          const missing = await ctx.executeTool("nowhere", {});
          return { content: [{ type: "text", text: `missing: ${missing.isError}` }], details: {} };
        };
        pi.registerTool(tool("outer", { execute }));
      },
    ],
    {
      answers: [
        fauxAssistantMessage([fauxToolCall("outer", {}, { id: "c1" })], { stopReason: "toolUse" }),
        fauxAssistantMessage("done"),
      ],
    },
  );
  await setup.session.prompt("go");
  const page = readFileSync(
    await new AgentSession(setup.session, setup.services).exportToHtml(join(setup.cwd, "page.html")),
    "utf8",
  );
  const lines = page.split("\n").filter((line) => /outer called|nowhere|missing|inner/.test(line));
  const text = lines.join("\n").replaceAll("&#34;", '"');
  expect(text).toMatch(/outer called[\s\S]*inner \{"of":"outer"\}: ok/);
  expect(text).toMatch(/nowhere \{\}: error[\s\S]*missing: true/);
  expect(text).not.toContain("inner ran");
});

test("tools of a program are its own; an inline extension that can be replaced gives way", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "tau-documented-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const faux = registerFauxProvider({ models: [{ id: "one" }] });
  onTestFinished(() => faux.unregister());
  const modelRuntime = await ModelRuntime.create({ authPath: join(cwd, "auth.json"), modelsPath: null });
  modelRuntime.registerProvider("faux", { apiKey: "none", models: faux.models });
  const resourceLoader = new DefaultResourceLoader({
    cwd,
    agentDir: join(cwd, "home"),
    extensionFactories: [
      { name: "usual", replaceable: true, factory: (pi: ExtensionAPI) => pi.registerTool(tool("search")) },
      { name: "better", factory: (pi: ExtensionAPI) => pi.registerTool(tool("search", { description: "Better" })) },
    ],
  });
  await resourceLoader.reload();
  const { session, extensionsResult } = await createAgentSession({
    ...{ cwd, modelRuntime, resourceLoader, model: faux.getModel() },
    sessionManager: SessionManager.inMemory(cwd),
    customTools: [tool("mine")],
  });
  const described = Object.fromEntries(session.getAllTools().map((info) => [info.name, info]));
  expect(described.mine).toMatchObject({ sourceInfo: { source: "sdk" } });
  expect(described.read).toMatchObject({ sourceInfo: { source: "builtin", path: "builtin:read" } });
  expect(described.search).toMatchObject({ description: "Better", sourceInfo: { path: "<inline:better>" } });
  expect(extensionsResult.errors).toEqual([]);
  await session.dispose();
});
