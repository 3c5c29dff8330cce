import { pathToFileURL } from "node:url";
import { type LoadSessionRequest, methods, type SessionConfigOption } from "@agentclientprotocol/sdk";
import type { ModelRequest } from "@tau/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AcpClient, connectAcp, startAcp } from "./acp-client.ts";

const { agent: method } = methods;
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What the model received last. */
function lastMessage(request: ModelRequest): string {
  const { messages } = request.body as { messages: readonly unknown[] };
  return JSON.stringify(messages.at(-1));
}

let editor: AcpClient;

beforeAll(async () => {
  editor = await connectAcp({
    files: { "src/a b.ts": "export const a = 1;\n" },
    model: { reasoning: true },
    script: (request) => {
      const asked = lastMessage(request);
      if (asked.includes("think")) return { thinking: ["First ", "this."], text: ["Then ", "that."] };
      if (asked.includes("plan it"))
        return {
          toolCalls: [
            { name: "todo", arguments: { ops: [{ op: "init", list: [{ phase: "Build", items: ["one", "two"] }] }] } },
          ],
        };
      return { text: `Heard ${asked.length > 0}.` };
    },
  });
});

afterAll(async () => await editor[Symbol.asyncDispose]());

function currentValue(options: readonly SessionConfigOption[] | null | undefined, id: string): unknown {
  return options?.find((option) => option.id === id)?.currentValue;
}

test("a new session has modes, options and commands, which are sent after the answer", async () => {
  const session = await editor.newSession();
  expect(session.modes).toMatchObject({
    availableModes: [{ id: "plan" }, { id: "ask" }, { id: "auto" }, { id: "yolo" }],
  });
  expect(session.configOptions?.map(({ id, category }) => [id, category])).toEqual([
    ["mode", "mode"],
    ["model", "model"],
    ["thinking", "thought_level"],
  ]);
  expect(currentValue(session.configOptions, "model")).toBe("scripted/scripted");
  await editor.until(() => editor.of("available_commands_update", session.sessionId).length > 0);
  const named = editor.stdout.split("\n").filter((line) => line.includes(session.sessionId));
  expect(JSON.parse(named[0] ?? "")).toMatchObject({ result: { sessionId: session.sessionId } });
  const [commands] = editor.of("available_commands_update", session.sessionId);
  expect(commands?.availableCommands.map(({ name }) => name)).toEqual(expect.arrayContaining(["compact", "todo"]));
});

test("a prompt streams thinking and text; usage follows", async () => {
  const { sessionId } = await editor.newSession();
  expect(await editor.prompt(sessionId, "think")).toEqual({ stopReason: "end_turn" });
  const thoughts = editor.of("agent_thought_chunk", sessionId);
  expect(thoughts.map(({ content }) => content)).toEqual([
    { type: "text", text: "First " },
    { type: "text", text: "this." },
  ]);
  expect(editor.text(sessionId)).toBe("Then that.");
  expect(editor.of("usage_update", sessionId).at(-1)).toMatchObject({ size: 100_000_000 });
});

test("a prompt may have images, links and embedded files", async () => {
  const { sessionId } = await editor.newSession();
  const path = editor.workspace.path("src/a b.ts");
  const uri = pathToFileURL(path).href;
  await editor.agent.request(method.session.prompt, {
    sessionId,
    prompt: [
      { type: "text", text: "Compare " },
      { type: "resource_link", uri: `${uri}#L3-L5`, name: "a b.ts" },
      { type: "text", text: " with " },
      { type: "resource", resource: { uri: "zed:///rules", text: "Be brief." } },
      { type: "image", data: PIXEL, mimeType: "image/png" },
    ],
  });
  const sent = lastMessage(editor.server.requests.at(-1) as ModelRequest);
  expect(sent).toContain('Compare @\\"src/a b.ts\\" (lines 3-5) with zed:///rules');
  expect(sent).toContain('<resource uri=\\"zed:///rules\\">\\nBe brief.\\n</resource>');
  expect(sent).toContain("image_url");
  const audio = editor.agent.request(method.session.prompt, {
    sessionId,
    prompt: [{ type: "audio", data: "", mimeType: "audio/wav" }],
  });
  await expect(audio).rejects.toThrow("Tau takes no audio");
});

test("the task list is a plan", async () => {
  const { sessionId } = await editor.newSession();
  await editor.prompt(sessionId, "plan it");
  expect(editor.of("plan", sessionId)[0]?.entries).toEqual([
    { content: "one", priority: "medium", status: "in_progress" },
    { content: "two", priority: "medium", status: "pending" },
  ]);
});

test("mode, model and thinking level can be set, and are told", async () => {
  const { sessionId } = await editor.newSession();
  await editor.agent.request(method.session.setMode, { sessionId, modeId: "plan" });
  await editor.until(() => editor.of("config_option_update", sessionId).length > 0);
  expect(currentValue(editor.of("config_option_update", sessionId).at(-1)?.configOptions, "mode")).toBe("plan");
  const set = async (configId: string, value: string) =>
    await editor.agent.request(method.session.setConfigOption, { sessionId, configId, value });
  expect(currentValue((await set("thinking", "high")).configOptions, "thinking")).toBe("high");
  expect(currentValue((await set("mode", "yolo")).configOptions, "mode")).toBe("yolo");
  expect(editor.of("current_mode_update", sessionId).at(-1)).toMatchObject({ currentModeId: "yolo" });
  expect(currentValue((await set("model", "scripted/scripted")).configOptions, "model")).toBe("scripted/scripted");
  await expect(set("model", "no/such")).rejects.toThrow("model cannot be no/such");
  await expect(set("colour", "red")).rejects.toThrow("There is no option colour");
  await expect(editor.agent.request(method.session.setMode, { sessionId, modeId: "x" })).rejects.toThrow();
});

test("sessions are listed, resumed, loaded with their conversation, closed and deleted", async () => {
  const { sessionId } = await editor.newSession();
  await editor.prompt(sessionId, "think of the first one");
  const listed = await editor.agent.request(method.session.list, { cwd: editor.workspace.cwd });
  expect(listed.sessions.find((each) => each.sessionId === sessionId)).toMatchObject({
    cwd: editor.workspace.cwd,
    title: "think of the first one",
  });
  await editor.agent.request(method.session.close, { sessionId });
  await expect(editor.prompt(sessionId, "more")).rejects.toThrow();
  const again: LoadSessionRequest = { sessionId, cwd: editor.workspace.cwd, mcpServers: [] };
  editor.updates.length = 0;
  const resumed = await editor.agent.request(method.session.resume, again);
  expect(currentValue(resumed.configOptions, "model")).toBe("scripted/scripted");
  expect(editor.text(sessionId)).toBe("");
  await editor.agent.request(method.session.load, again);
  expect(editor.of("user_message_chunk", sessionId).map(({ content }) => content)).toEqual([
    { type: "text", text: "think of the first one" },
  ]);
  expect(editor.of("agent_thought_chunk", sessionId)).toHaveLength(1);
  expect(editor.text(sessionId)).toBe("Then that.");
  await editor.until(() => editor.of("available_commands_update", sessionId).length > 1);
  await editor.prompt(sessionId, "and more");
  await editor.agent.request(method.session.delete, { sessionId });
  await expect(editor.agent.request(method.session.load, again)).rejects.toThrow(/not found/i);
});

test("a slash command is run, and what it tells the user is shown", async () => {
  const { sessionId } = await editor.newSession();
  const before = editor.server.requests.length;
  expect(await editor.prompt(sessionId, "/compact")).toEqual({ stopReason: "end_turn" });
  expect(editor.text(sessionId)).toBe("There is nothing to compact yet.");
  expect(await editor.prompt(sessionId, "/todo clear")).toEqual({ stopReason: "end_turn" });
  expect(editor.server.requests).toHaveLength(before);
});

test("without a model a session asks for authentication", async () => {
  await using lonely = await startAcp({ signedIn: false });
  const { agentInfo, agentCapabilities, authMethods } = await lonely.initialize({ auth: { terminal: true } });
  expect(agentInfo).toMatchObject({ name: "tau" });
  expect(agentCapabilities).toMatchObject({ loadSession: true, promptCapabilities: { image: true } });
  expect(authMethods).toMatchObject([{ type: "terminal", args: ["--mode", "text"] }, { id: "tau-sign-in" }]);
  await expect(lonely.newSession()).rejects.toMatchObject({ code: -32000 });
  const signIn = async () => await lonely.agent.request(method.authenticate, { methodId: "tau-sign-in" });
  await expect(signIn()).rejects.toMatchObject({ code: -32000 });
});
