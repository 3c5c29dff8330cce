import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, type AgentMessage, type AgentTool } from "@tau/agent";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall, registerFauxProvider, streamSimple } from "@tau/ai";
import { expect, test } from "vitest";
import {
  AgentSession,
  type AgentSessionConfig,
  DefaultResourceLoader,
  type ExtensionFactory,
  ModelRuntime,
  SessionManager,
  SettingsManager,
  type ToolDefinition,
} from "../../../src/index.ts";

/** A program that assembles a session from parts of its own. */
async function program(
  answers: FauxResponseStep[],
  more: Partial<AgentSessionConfig> = {},
  extension?: ExtensionFactory,
) {
  const cwd = mkdtempSync(join(tmpdir(), "tau-assembled-"));
  const faux = registerFauxProvider({ models: [{ id: "one" }, { id: "two" }] });
  faux.setResponses(answers);
  const settingsManager = SettingsManager.inMemory();
  const modelRuntime = await ModelRuntime.create({
    authPath: join(cwd, "auth.json"),
    modelsPath: join(cwd, "models.json"),
  });
  modelRuntime.registerProvider("faux", { apiKey: "none", models: faux.models });
  const resourceLoader = new DefaultResourceLoader({
    ...{ cwd, agentDir: join(cwd, "home"), settingsManager, noExtensions: true },
    extensionFactories: extension ? [extension] : [],
  });
  await resourceLoader.reload();
  const agent = new Agent({ streamFn: streamSimple, initialState: { model: faux.getModel(), messages: [] } });
  const sessionManager = SessionManager.inMemory(cwd);
  const session = new AgentSession({
    ...{ agent, sessionManager, settingsManager, cwd, resourceLoader, modelRuntime },
    ...more,
  });
  return {
    ...{ agent, session, sessionManager, cwd },
    async [Symbol.asyncDispose]() {
      await session.dispose();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

const ECHO = {
  name: "echo",
  label: "Echo",
  description: "Says it again",
  parameters: { type: "object", properties: { text: { type: "string" } } },
  execute: async (_id: string, { text }: { text: string }) => ({
    content: [{ type: "text", text: `${text} ${text}` }],
    details: undefined,
  }),
} as unknown as ToolDefinition;

test("new AgentSession(config) runs prompts with the agent of the program and records them", async () => {
  await using made = await program([fauxAssistantMessage("hi")]);
  const { session, agent, sessionManager } = made;
  expect(session.agent).toBe(agent);
  const events: string[] = [];
  session.subscribe(({ type }) => void events.push(type));
  await session.prompt("hello");
  expect(session.getLastAssistantText()).toBe("hi");
  const roles = sessionManager.getEntries().flatMap((entry) => (entry.type === "message" ? [entry.message.role] : []));
  expect(roles).toEqual(["user", "assistant"]);
  expect(events).toContain("agent_end");
  expect(session.getActiveToolNames().sort()).toEqual(["bash", "edit", "read", "write"]);
  expect(session.systemPrompt).toContain(made.cwd);
});

test("custom tools, lists of tools and tools in place of the built-in ones are those of the config", async () => {
  await using made = await program(
    [fauxAssistantMessage([fauxToolCall("echo", { text: "a" })]), fauxAssistantMessage("b")],
    {
      customTools: [ECHO],
      initialActiveToolNames: ["read"],
      excludedToolNames: ["write"],
    },
  );
  expect(made.session.getActiveToolNames().sort()).toEqual(["echo", "read"]);
  expect(made.session.getAllTools().map(({ name }) => name)).not.toContain("write");
  await made.session.prompt("go");
  expect(made.session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
    content: [{ type: "text", text: "a a" }],
  });

  const own = { ...ECHO, name: "bash" } as unknown as AgentTool;
  await using bare = await program([], { baseToolsOverride: { bash: own }, allowedToolNames: ["bash", "read"] });
  expect(bare.session.getAllTools().map(({ name }) => name)).toEqual(["bash"]);
  expect(bare.session.getToolDefinition("bash")?.description).toBe("Says it again");
});

test("extensions of the loader take part, and the reference receives their runner", async () => {
  const seen: string[] = [];
  const extensionRunnerRef: { current?: unknown } = {};
  await using made = await program(
    [fauxAssistantMessage("hi")],
    {
      extensionRunnerRef: extensionRunnerRef as never,
      sessionStartEvent: { type: "session_start", reason: "resume" },
    },
    (pi) => {
      pi.on("session_start", ({ reason }) => void seen.push(`start ${reason}`));
      pi.on("input", ({ text }) => ({ action: "transform", text: `${text}!` }));
      pi.on("before_agent_start", (event) => void seen.push("prompt" in event ? event.prompt : "?"));
    },
  );
  expect(extensionRunnerRef.current).toBe(made.session.extensionRunner);
  await made.session.bindExtensions({});
  await made.session.prompt("hello");
  expect(seen).toEqual(["start resume", "hello!"]);
});

test("what the program has set on its agent is kept", async () => {
  const cwd = "/";
  const transformContext = async (messages: AgentMessage[]) => messages;
  await using made = await program([fauxAssistantMessage("hi")]);
  expect(made.agent.transformContext).toBeDefined();
  const own = new Agent({ sessionId: "mine", transformContext, initialState: made.agent.state });
  const { sessionManager, session } = made;
  const { settingsManager, modelRuntime, resourceLoader } = session;
  const other = new AgentSession({
    ...{ agent: own, cwd, settingsManager, modelRuntime, resourceLoader: resourceLoader as DefaultResourceLoader },
    sessionManager: SessionManager.inMemory(sessionManager.getCwd()),
  });
  expect([own.sessionId, own.transformContext]).toEqual(["mine", transformContext]);
  await other.dispose();
});
