import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { expect, onTestFinished, test } from "vitest";
import { SessionManager } from "../../../src/compat/pi/session-manager.ts";
import { loadExtensions } from "../../../src/core/extensions/index.ts";
import {
  type AgentSessionEvent,
  createExtensionRuntime,
  type ExtensionActions,
  type ExtensionAPI,
  type ExtensionContextActions,
  ExtensionRunner,
} from "../../../src/index.ts";
import { isolatedServices, sessionWith } from "./session-with.ts";

/** A runner as a program makes it: with extensions it has loaded, and no session. */
async function runnerOf(extension: (pi: ExtensionAPI) => void) {
  const cwd = mkdtempSync(join(tmpdir(), "tau-runner-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const { models } = await isolatedServices(cwd);
  const runtime = createExtensionRuntime();
  const {
    generation: { extensions },
  } = await loadExtensions({ inline: [extension], cwd, generation: runtime.generation });
  return {
    cwd,
    models,
    runtime,
    runner: new ExtensionRunner(extensions, runtime, cwd, SessionManager.inMemory(cwd), models),
  };
}

test("a program's own runner asks handlers and adds up what they answer", async () => {
  const { runner, cwd } = await runnerOf((pi) => {
    pi.on("input", ({ text }) => ({ action: "transform", text: `${text}!` }));
    pi.on("tool_call", ({ toolName }) => (toolName === "bash" ? { block: true, reason: "no" } : undefined));
    pi.on("tool_result", () => ({ isError: true }));
    pi.on("context", ({ messages }) => ({ messages: messages.slice(-1) }));
    pi.on("before_provider_request", ({ payload }) => ({ ...(payload as object), seen: true }));
    pi.on("before_provider_headers", ({ headers }) => void Object.assign(headers, { "x-a": "1" }));
    pi.on("session_before_switch", () => ({ cancel: true }));
    pi.on("resources_discover", () => ({ skillPaths: ["s"] }));
    pi.on("user_bash", () => ({ result: { output: "own", exitCode: 0, cancelled: false, truncated: false } }));
    pi.on("before_agent_start", ({ systemPrompt }) => ({ systemPrompt: `${systemPrompt} More.` }));
    pi.on("turn_end", () => ({ entries: [{ type: "custom", customType: "a" }], continue: true }));
    pi.on("turn_end", () => ({ entries: [{ type: "wrong" } as never] }));
  });
  const errors: string[] = [];
  runner.onError(({ error }) => errors.push(error));
  const user = { role: "user" as const, content: "hi", timestamp: 0 };
  expect(await runner.emitInput("a", undefined, "rpc")).toEqual({ action: "transform", text: "a!" });
  const call = { type: "tool_call" as const, toolCallId: "1", toolName: "bash" as const, input: { command: "x" } };
  expect(await runner.emitToolCall(call)).toEqual({ block: true, reason: "no" });
  const result = { type: "tool_result", toolCallId: "1", toolName: "x", input: {}, content: [], isError: false };
  expect(await runner.emitToolResult(result as never)).toEqual({ isError: true });
  expect(await runner.emitContext([{ ...user, content: "old" }, user])).toEqual([user]);
  expect(await runner.emitBeforeProviderRequest({ a: 1 })).toEqual({ a: 1, seen: true });
  expect(await runner.emitBeforeProviderHeaders({})).toEqual({ "x-a": "1" });
  expect(await runner.emit({ type: "session_before_switch", reason: "new" })).toEqual({ cancel: true });
  expect(await runner.emit({ type: "agent_start" })).toBeUndefined();
  expect((await runner.emitResourcesDiscover(cwd, "startup")).skillPaths).toMatchObject([{ path: "s" }]);
  expect(await runner.emitUserBash({ type: "user_bash", command: "ls", excludeFromContext: false, cwd })).toMatchObject(
    {
      result: { output: "own" },
    },
  );
  const prepared = await runner.emitBeforeAgentStart(
    { messageType: "user", prompt: "go" },
    { cwd, customPrompt: "You are short." },
  );
  expect(prepared.systemPromptOptions.forceSystemPrompt).toBe("You are short. More.");
  const turn = { type: "turn_end", turnIndex: 0, message: user, toolResults: [] };
  const preview = { contextUsage: undefined } as never;
  expect(await runner.emitBoundary(turn as never, () => preview)).toEqual({
    entries: [{ type: "custom", customType: "a" }],
    continue: true,
    context: preview,
    valid: false,
  });
  runner.emitError({ extensionPath: "p", event: "e", error: "reported" });
  expect(errors).toEqual(['"wrong" is no entry to add here.', "reported"]);
});

test("what extensions register waits in their runtime until somebody binds it", async () => {
  const { runner, runtime, models } = await runnerOf((pi) => {
    pi.registerProvider("queued", { baseUrl: "http://127.0.0.1:9", api: "openai-completions", models: [{ id: "q" }] });
    pi.registerMarkdownTransformer((text) => text.toUpperCase());
  });
  expect(runtime.pendingProviderRegistrations).toMatchObject([{ name: "queued", config: { models: [{ id: "q" }] } }]);
  expect(() => runtime.createContext()).toThrow("createContext");
  expect(runner.getMarkdownTransformers().map((transform) => transform("a", {} as never))).toEqual(["A"]);
  const done: unknown[] = [];
  const actions = { getActiveTools: () => ["read"], setLabel: (...label: unknown[]) => done.push(label) };
  const context = { shutdown: () => done.push("shutdown") };
  runner.bindCore(actions as unknown as ExtensionActions, context as unknown as ExtensionContextActions, {});
  expect(runtime.pendingProviderRegistrations).toEqual([]);
  expect(models.find("queued", "q")?.baseUrl).toBe("http://127.0.0.1:9");
  expect([runner.getActiveTools(), runner.getModelRegistry(), runtime.createContext().cwd]).toEqual([
    ["read"],
    models,
    runner.createContext().cwd,
  ]);
  runtime.setLabel("entry", "label");
  runner.shutdown();
  expect(done).toEqual([["entry", "label"], "shutdown"]);
  runtime.unregisterProvider("queued");
  expect(models.find("queued", "q")).toBeUndefined();
});

test("a program may change what waits in a runtime: what it leaves out takes no effect", async () => {
  const config = (id: string) => ({
    baseUrl: "http://127.0.0.1:9",
    api: "openai-completions" as const,
    models: [{ id }],
  });
  const { runner, runtime, models } = await runnerOf((pi) => {
    pi.registerProvider("left-out", config("a"));
    pi.registerProvider("kept", config("b"));
    pi.registerVirtualModel({ provider: "kept", id: "auto", name: "Auto", route: () => ({}) as never });
  });
  const added = { name: "added", config: config("c"), extensionPath: "program" };
  runtime.pendingProviderRegistrations = [
    ...runtime.pendingProviderRegistrations.filter(({ name }) => name === "kept"),
    added,
  ];
  runtime.pendingVirtualModelRegistrations = [];
  runtime.pendingNativeProviderRegistrations = [];
  expect(runtime.pendingProviderRegistrations.map(({ name }) => name)).toEqual(["kept", "added"]);
  const flags = new Map([["plan", true]]);
  runtime.flagValues = flags;
  expect(runtime.flagValues).toBe(flags);
  runner.bindCore({} as ExtensionActions, {} as ExtensionContextActions, {});
  expect([models.find("left-out", "a"), models.find("kept", "auto")]).toEqual([undefined, undefined]);
  expect([models.find("kept", "b")?.id, models.find("added", "c")?.id]).toEqual(["b", "c"]);
});

test("subscribers hear of the calls that tools make, with whose they are", async () => {
  const events: Partial<Extract<AgentSessionEvent, { type: "tool_execution_end" }>>[] = [];
  await using setup = await sessionWith(
    [
      (pi) => {
        const parameters = Type.Object({});
        const inner = { name: "inner", label: "Inner", description: "Answers", parameters };
        pi.registerTool({ ...inner, execute: async () => ({ content: [{ type: "text", text: "in" }], details: {} }) });
        pi.registerTool({
          name: "outer",
          label: "Outer",
          description: "Calls inner",
          parameters,
          execute: async (_id, _params, _signal, _update, ctx) => (await ctx.executeTool("inner", {})).result,
        });
      },
    ],
    {
      answers: [
        fauxAssistantMessage([fauxToolCall("outer", {}, { id: "call-1" })], { stopReason: "toolUse" }),
        fauxAssistantMessage("done"),
      ],
    },
  );
  setup.session.subscribe((event) => {
    if (event.type !== "tool_execution_start" && event.type !== "tool_execution_end") return;
    events.push({ type: event.type as never, toolCallId: event.toolCallId, ...parent(event) });
  });
  await setup.session.prompt("go");
  expect(events).toEqual([
    { type: "tool_execution_start", toolCallId: "call-1" },
    { type: "tool_execution_start", toolCallId: "call-1/1", parentToolCallId: "call-1" },
    { type: "tool_execution_end", toolCallId: "call-1/1", parentToolCallId: "call-1" },
    { type: "tool_execution_end", toolCallId: "call-1" },
  ]);
});

function parent({ parentToolCallId }: { parentToolCallId?: string }): { parentToolCallId?: string } {
  return parentToolCallId === undefined ? {} : { parentToolCallId };
}
