import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtCli } from "@tau/testkit";
import { expect, onTestFinished, test } from "vitest";
import { RpcClient, RpcClientError } from "../../../src/index.ts";
import { tempFolder } from "../../core/temp-folder.ts";
import { type ScriptedSetup, withScriptedModel } from "../../e2e/scripted-model.ts";

async function connect({ workspace }: ScriptedSetup, options = {}) {
  const client = new RpcClient({ cliPath: builtCli, cwd: workspace.cwd, env: { ...workspace.env }, ...options });
  await client.start();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.stop() });
}

/** A server of a few lines, for what the real one does not do. */
async function connectTo(script: string, options = {}) {
  const folder = await tempFolder();
  const cliPath = join(folder, "server.mjs");
  const read = `import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin });
const say = (value) => console.log(JSON.stringify(value));
lines.on("line", (line) => answer(JSON.parse(line)));\n`;
  await writeFile(cliPath, read + script);
  const client = new RpcClient({ cliPath, ...options });
  await client.start();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.stop() });
}

const ANSWER = `const ok = (command, data) => say({ id: command.id, type: "response", command: command.type, success: true, data });\n`;

test("P-APP-47: promptAndWait has every event of the run", async () => {
  await using setup = await withScriptedModel({ text: ["Hel", "lo"] });
  await using client = await connect(setup);
  const heard: string[] = [];
  const off = client.onEvent((event) => heard.push(event.type));
  const events = await client.promptAndWait("hi");
  off();
  expect(events.map(({ type }) => type)).toEqual(heard);
  expect(heard.at(0)).toBe("agent_start");
  expect(heard.at(-1)).toBe("agent_settled");
  expect(await client.getLastAssistantText()).toBe("Hello");
  expect((await client.getMessages()).map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(await client.getSessionStats()).toMatchObject({ totalMessages: 2 });
  expect(heard.at(-1)).toBe("agent_settled");
});

test("the typed methods reach their commands", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  await using client = await connect(setup, { args: ["--no-session"], provider: "scripted", model: "model" });
  await client.setSteeringMode("all");
  await client.setSessionName("typed");
  expect(await client.getState()).toMatchObject({ steeringMode: "all", sessionName: "typed" });
  expect(await client.bash("echo hi")).toMatchObject({ output: "hi\n", exitCode: 0 });
  expect(await client.newSession()).toEqual({ cancelled: false });
  expect(await client.getEntries()).toMatchObject({ entries: expect.any(Array) });
  expect(await client.setModel("scripted", "model")).toMatchObject({ id: "model" });
  await expect(client.setModel("scripted", "none")).rejects.toThrow("set_model: Model not found: scripted/none");
});

test("R171: a program brings tools and URL schemes", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "sum", arguments: { a: 2, b: 3 } }] },
    { toolCalls: [{ name: "read", arguments: { path: "db://x" } }] },
    { text: "done" },
  ]);
  await using client = await connect(setup);
  const parameters = { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } };
  await client.setHostTools([
    {
      name: "sum",
      description: "Adds",
      parameters,
      execute: async (input) => `sum is ${(input as { a: number }).a + (input as { b: number }).b}`,
    },
  ]);
  await client.setHostUriSchemes([{ scheme: "db" }], async ({ url }) => ({ content: `row of ${url}` }));
  await client.promptAndWait("go");
  const bodies = setup.server.requests.map(({ body }) => JSON.stringify(body));
  expect(bodies[1]).toContain("sum is 5");
  expect(bodies[2]).toContain("row of db://x");
});

test("P-APP-44: answers in any order find their requests; a server without the ready line is fine", async () => {
  await using client = await connectTo(`${ANSWER}
const held = [];
function answer(command) {
  if (command.type === "get_state") return ok(command, {});
  held.push(command);
  say({ type: "thinking_level_changed", level: "off" });
  if (held.length === 2) for (const one of held.reverse()) ok(one, { text: one.type, entries: [], leafId: null });
}`);
  const events: string[] = [];
  client.onEvent(({ type }) => events.push(type));
  const [text, entries] = await Promise.all([client.getLastAssistantText(), client.getEntries()]);
  expect({ text, entries }).toEqual({
    text: "get_last_assistant_text",
    entries: { text: "get_entries", entries: [], leafId: null },
  });
  expect(events).toEqual(["thinking_level_changed", "thinking_level_changed"]);
});

test("P-APP-45: requests fail when the process dies, with what it said", async () => {
  await using client = await connectTo(`${ANSWER}
function answer(command) {
  if (command.type === "get_state") return ok(command, {});
  console.error("out of luck");
  process.exit(7);
}`);
  const failure = await client.getMessages().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RpcClientError);
  expect(failure).toMatchObject({ code: "exited", message: "The agent's process ended (exit code 7).\nout of luck" });
  await expect(client.getMessages()).rejects.toThrow("exit code 7");
});

test("P-APP-45: a process that cannot start says why", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  await expect(connect(setup, { args: ["--modle", "x"] })).rejects.toThrow(/exit code 2.*Unknown option --modle/s);
});

test("P-APP-46: a request that is not answered in time fails", async () => {
  await using client = await connectTo(
    `${ANSWER}
function answer(command) {
  if (command.type === "get_state") ok(command, {});
}`,
  );
  await expect(client.request("get_messages", {}, 50)).rejects.toMatchObject({
    code: "timeout",
    message: "No answer to get_messages within 0.05 s.",
  });
});

test("a time limit without end is none", async () => {
  await using client = await connectTo(
    `${ANSWER}
function answer(command) {
  setTimeout(() => {
    ok(command, { text: "late" });
    say({ type: "agent_settled" });
  }, 50);
}`,
    { timeoutMs: Number.POSITIVE_INFINITY },
  );
  const run = client.collectEvents(Number.POSITIVE_INFINITY);
  expect(await client.getLastAssistantText()).toBe("late");
  expect(await run).toEqual([{ type: "agent_settled" }]);
});

test("P-APP-36: the requests of extensions' dialogs reach the program, and its answers go back", async () => {
  await using client = await connectTo(`${ANSWER}
let asked;
function answer(command) {
  if (command.type === "extension_ui_response") return ok(asked, { text: JSON.stringify(command) });
  if (command.type === "get_state") return ok(command, {});
  asked = command;
  say({ type: "extension_ui_request", id: "n", method: "notify", message: "hello" });
  say({ type: "extension_ui_request", id: "s", method: "select", title: "Which?", options: ["a", "b"] });
}`);
  const seen: string[] = [];
  client.onUIRequest((request) => {
    seen.push(request.method);
    return request.method === "select" ? { value: "b" } : undefined;
  });
  const reply = JSON.parse((await client.getLastAssistantText()) ?? "");
  expect({ seen, reply }).toEqual({
    seen: ["notify", "select"],
    reply: { type: "extension_ui_response", id: "s", value: "b" },
  });
});

test("what the program has to say to an agent that died meanwhile is dropped", async () => {
  const lost: unknown[] = [];
  const onLost = (reason: unknown) => void lost.push(reason);
  process.on("unhandledRejection", onLost);
  onTestFinished(() => void process.off("unhandledRejection", onLost));
  await using client = await connectTo(`${ANSWER}
function answer(command) {
  if (command.type === "get_state") return ok(command, {});
  if (command.type === "set_host_tools") return ok(command, { toolNames: ["slow"] });
  say({ type: "extension_ui_request", id: "s", method: "input", title: "Name?" });
  say({ type: "host_tool_call", id: "t", toolName: "slow", toolCallId: "c", arguments: {} });
  say({ type: "agent_start" });
  setImmediate(() => process.exit(1));
}`);
  const died = Promise.withResolvers<void>();
  client.onUIRequest(() => died.promise.then(() => ({ value: "late" })));
  const execute = () => died.promise.then(() => "late");
  await client.setHostTools([{ name: "slow", description: "", parameters: {}, execute }]);
  await expect(client.getMessages()).rejects.toMatchObject({ code: "exited" });
  died.resolve();
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(lost).toEqual([]);
});

test("an agent that does not answer at the start is ended, and can be started again", async () => {
  const cliPath = join(await tempFolder(), "server.mjs");
  await writeFile(cliPath, 'process.stderr.write("thinking"); process.stdin.resume();');
  const client = new RpcClient({ cliPath, timeoutMs: 300 });
  for (const _ of [1, 2]) await expect(client.start()).rejects.toMatchObject({ code: "timeout" });
  await expect(client.getState()).rejects.toMatchObject({ code: "not-started" });
});

test("setPermissionHandler answers questions; a handler that fails or answers nothing refuses, as does having none", async () => {
  const make = (name: string) => ({ toolCalls: [{ name: "bash", arguments: { command: `touch ${name}` } }] });
  const names = ["allowed", "denied", "failed", "ignored", "unasked"];
  await using setup = await withScriptedModel(names.flatMap((name) => [make(name), { text: name }]));
  await using client = await connect(setup, { args: ["--permission-mode", "ask"] });
  const asked: string[] = [];
  await client.setPermissionHandler(({ command = "" }) => {
    asked.push(command);
    if (command.endsWith("failed")) throw new Error("no answer");
    if (command.endsWith("allowed")) return { allow: "once" };
    return command.endsWith("denied") ? { allow: "no", message: "not here" } : undefined;
  });
  for (const name of names) {
    if (name === "unasked") await client.setPermissionHandler(undefined);
    await client.promptAndWait(name);
  }
  expect(asked).toEqual(names.slice(0, 4).map((name) => `touch ${name}`));
  expect(names.filter((name) => existsSync(setup.workspace.path(name)))).toEqual(["allowed"]);
  expect(JSON.stringify(setup.server.requests[3]?.body)).toContain("The user did not permit it: not here");
});
