import { existsSync } from "node:fs";
import { join } from "node:path";
import { SessionLog } from "@tau/agent";
import { fauxAssistantMessage, fauxToolCall, type JsonObject } from "@tau/ai";
import { type TSchema, Type } from "typebox";
import { expect, test } from "vitest";
import type { ExtensionAPI, ExtensionToolContext } from "../../../src/core/extensions/index.ts";
import { type PermissionReply, sessionPermission } from "../../../src/core/permission/session-permission.ts";
import { type Settings, SettingsStore } from "../../../src/core/settings/index.ts";
import { sessionWith } from "./session-with.ts";

/** Lets the model run a command in a session that asks, with these handlers. Resolves to whether it ran, and to the questions. */
async function ran(extension: (pi: ExtensionAPI) => void, settings: Partial<Settings> = {}, command = "touch made") {
  const cwd = process.cwd();
  const log = SessionLog.inMemory(cwd);
  const store = SettingsStore.inMemory({ permissionMode: "ask", sandbox: "off", ...settings });
  const permission = sessionPermission({ settings: store, cwd, agentDir: join(cwd, "home"), log });
  const questions: string[] = [];
  permission.answer = async ({ reason }) => {
    questions.push(reason);
    return { allow: "no" };
  };
  const answers = [
    fauxAssistantMessage([fauxToolCall("bash", { command })], { stopReason: "toolUse" }),
    fauxAssistantMessage("Done."),
  ];
  await using opened = await sessionWith([extension], { answers, permission });
  await opened.session.prompt("Go");
  await opened.session.waitForIdle();
  const result = opened.session.messages.find(({ role }) => role === "toolResult");
  return { ran: existsSync(join(opened.cwd, "made")), questions, result: JSON.stringify(result) };
}

const says = (permission: { decision: "allow" | "ask"; reason?: string }) => (pi: ExtensionAPI) =>
  pi.on("tool_call", () => ({ permission }));
const answers = (decision: "allow" | "deny", reason?: string) => (pi: ExtensionAPI) =>
  pi.on("permission_request", () => ({ decision, ...(reason ? { reason } : {}) }));

test("a handler that allows a call answers the policy's question", async () => {
  expect(await ran(says({ decision: "allow" }))).toMatchObject({ ran: true, questions: [] });
});

test("a handler that asks makes the policy ask with its reason", async () => {
  const allowing = { permissions: { allow: ["Bash(touch:*)"] } };
  expect(await ran(() => undefined, allowing)).toMatchObject({ ran: true, questions: [] });
  expect(await ran(says({ decision: "ask", reason: "Sure?" }), allowing)).toMatchObject({
    ran: false,
    questions: ["Sure?"],
  });
});

test("deny rules hold against a handler that allows", async () => {
  const denying = { permissions: { deny: ["Bash(touch:*)"] } };
  expect(await ran(says({ decision: "allow" }), denying)).toMatchObject({ ran: false, questions: [] });
  expect(await ran(answers("allow"), denying)).toMatchObject({ ran: false, questions: [] });
});

test("a handler answers a question in place of the user, within the limits of a rule", async () => {
  expect(await ran(answers("allow"))).toMatchObject({ ran: true, questions: [] });
  const denied = await ran(answers("deny", "not today"));
  expect(denied).toMatchObject({ ran: false, questions: [], result: expect.stringContaining("not today") });
  expect((await ran(answers("allow"), {}, "rm -rf /nowhere/at/all && touch made")).questions).toHaveLength(1);
});

/** Lets the model call a tool that asks about further effects. Resolves to its result and the questions. */
async function permitted(effects: Parameters<ExtensionToolContext["permit"]>[0], settings: Partial<Settings> = {}) {
  const cwd = process.cwd();
  const store = SettingsStore.inMemory({ permissionMode: "ask", sandbox: "off", ...settings });
  const permission = sessionPermission({
    settings: store,
    cwd,
    agentDir: join(cwd, "home"),
    log: SessionLog.inMemory(cwd),
  });
  const questions: string[] = [];
  permission.answer = async ({ reason }) => {
    questions.push(reason);
    return { allow: "no" };
  };
  const answers = [
    fauxAssistantMessage([fauxToolCall("surf", {})], { stopReason: "toolUse" }),
    fauxAssistantMessage("Done."),
  ];
  let after: Promise<void> | undefined;
  const surf = (pi: ExtensionAPI) =>
    pi.registerTool({
      name: "surf",
      label: "Surf",
      description: "Goes somewhere",
      parameters: Type.Object({}),
      describe: () => ({ effect: "read" }),
      async execute(_id, _params, _signal, _onUpdate, ctx) {
        await ctx.permit(effects);
        after = new Promise((resolve) => setImmediate(resolve)).then(() => ctx.permit({ effect: "read" }));
        after.catch(() => undefined);
        return { content: [{ type: "text", text: "went there" }], details: {} };
      },
    });
  await using opened = await sessionWith([surf], { answers, permission });
  await opened.session.prompt("Go");
  await opened.session.waitForIdle();
  const result = opened.session.messages.find(({ role }) => role === "toolResult");
  return { questions, result: JSON.stringify(result) };
}

test("a tool asks about an effect that became known during the call", async () => {
  const host = { effect: "network", host: "example.com" } as const;
  const asked = await permitted(host);
  expect(asked.questions).toEqual(["It connects to example.com."]);
  expect(asked.result).not.toContain("went there");
  expect((await permitted(host, { permissions: { allow: ["surf(domain:example.com)"] } })).result).toContain(
    "went there",
  );
  const denied = await permitted(host, { permissionMode: "yolo", permissions: { deny: ["surf(domain:*.com)"] } });
  expect(denied).toMatchObject({
    questions: [],
    result: expect.stringContaining("A rule denies it: surf(domain:*.com)."),
  });
  expect((await permitted({ effect: "write", paths: ["a.txt"] })).questions).toEqual([
    expect.stringMatching(/^It changes \/.*a\.txt\.$/),
  ]);
  expect((await permitted({ effect: "read", paths: ["a.txt"] })).result).toContain("went there");
});

/** Lets the model call tools one after the other. Resolves to which of them ran, and to the questions. */
async function called(
  tools: readonly { readonly name: string; readonly parameters: TSchema }[],
  calls: readonly (readonly [name: string, args: JsonObject])[],
  settings: Partial<Settings>,
  replies: PermissionReply[] = [],
) {
  const cwd = process.cwd();
  const log = SessionLog.inMemory(cwd);
  const store = SettingsStore.inMemory({ sandbox: "off", ...settings });
  const permission = sessionPermission({ settings: store, cwd, agentDir: join(cwd, "home"), log });
  const questions: string[] = [];
  permission.answer = async ({ reason }) => {
    questions.push(reason);
    return replies.shift() ?? { allow: "no" };
  };
  const ran: string[] = [];
  const extension = (pi: ExtensionAPI) => {
    for (const { name, parameters } of tools)
      pi.registerTool({
        name,
        label: name,
        description: "Does something",
        parameters,
        execute: async () => {
          ran.push(name);
          return { content: [{ type: "text", text: "done" }], details: {} };
        },
      });
  };
  const turns = calls.map(([name, args]) =>
    fauxAssistantMessage([fauxToolCall(name, args)], { stopReason: "toolUse" }),
  );
  await using opened = await sessionWith([extension], {
    answers: [...turns, fauxAssistantMessage("Done.")],
    permission,
  });
  await opened.session.prompt("Go");
  await opened.session.waitForIdle();
  return { ran, questions };
}

const nothing = Type.Object({});
const shell = Type.Object({ command: Type.String(), timeout: Type.Optional(Type.Number()) });

test("a tool that does not describe its calls asks, and the answer is remembered for this tool alone", async () => {
  const tools = [
    { name: "one", parameters: nothing },
    { name: "two", parameters: nothing },
  ];
  const calls = [["one", {}] as const, ["one", {}] as const, ["two", {}] as const, ["two", {}] as const];
  expect(await called(tools, calls, { permissionMode: "auto", sandbox: "external" }, [{ allow: "session" }])).toEqual({
    ran: ["one", "one"],
    questions: ["one does not say what it does.", "two does not say what it does.", "two does not say what it does."],
  });
});

test("a tool in place of a built-in one is described like it, if it takes the same arguments", async () => {
  const tools = [
    { name: "bash", parameters: shell },
    { name: "read", parameters: Type.Object({ file: Type.String() }) },
  ];
  const calls = [["bash", { command: "ls" }] as const, ["bash", { command: "touch made" }] as const];
  expect(await called(tools, [...calls, ["read", { file: "a" }]], { permissionMode: "ask" })).toEqual({
    ran: ["bash"],
    questions: ["It runs touch made.", "read does not say what it does."],
  });
});

test("what a tool in place of bash starts is in no sandbox, so it asks", async () => {
  const auto = { permissionMode: "auto", sandbox: "external" } as const;
  expect(await ran(() => undefined, auto)).toMatchObject({ ran: true, questions: [] });
  const calls = [["bash", { command: "ls" }] as const, ["bash", { command: "touch made" }] as const];
  expect(await called([{ name: "bash", parameters: shell }], calls, auto)).toEqual({
    ran: ["bash"],
    questions: ["It runs touch made."],
  });
});
