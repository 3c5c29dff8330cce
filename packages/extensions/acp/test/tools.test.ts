import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CreateElicitationResponse, type LoadSessionRequest, methods } from "@agentclientprotocol/sdk";
import type { ModelReply, ModelRequest } from "@tau/testkit";
import { expect, test } from "vitest";
import { connectAcp, selected } from "./acp-client.ts";

const { agent: method } = methods;

/** Calls one tool, then ends the turn. */
function calling(name: string, args: Readonly<Record<string, unknown>>): readonly ModelReply[] {
  return [{ toolCalls: [{ id: `call-${name}`, name, arguments: args }] }, { text: "Done." }];
}

/** What the model received as the result of its call. */
function result(request: ModelRequest | undefined): string {
  const { messages } = (request?.body ?? {}) as { messages?: readonly { role: string; content: unknown }[] };
  return JSON.stringify(messages?.findLast(({ role }) => role === "tool")?.content);
}

test("a change is a tool call with location, diff and permission request", async () => {
  await using editor = await connectAcp({
    files: { "a.txt": "one\n" },
    args: ["--permission-mode", "ask"],
    script: [
      ...calling("edit", { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] }),
      ...calling("write", { path: "b.txt", content: "new\n" }),
      ...calling("bash", { command: "touch c.txt" }),
    ],
  });
  const { sessionId } = await editor.newSession();
  const path = editor.workspace.path("a.txt");
  expect(await editor.prompt(sessionId, "go")).toEqual({ stopReason: "end_turn" });
  expect(editor.of("tool_call")[0]).toMatchObject({
    toolCallId: "call-edit",
    title: "Edit a.txt",
    kind: "edit",
    status: "pending",
    locations: [{ path }],
  });
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({
    toolCallId: "call-edit",
    status: "completed",
    content: [{ type: "diff", path, oldText: "one\n", newText: "two\n" }],
  });
  expect(editor.permissions[0]?.toolCall).toMatchObject({ toolCallId: "call-edit", kind: "edit", title: "Edit a.txt" });
  expect(JSON.stringify(editor.permissions[0]?.toolCall.content)).toContain("+two");
  expect(editor.permissions[0]?.options.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["allow_once", "allow_always", "reject_once"]),
  );
  editor.answer = async () => selected("no");
  await editor.prompt(sessionId, "write");
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({ toolCallId: "call-write", status: "failed" });
  expect(await editor.workspace.list()).toEqual(["a.txt"]);
  editor.updates.length = 0;
  const again: LoadSessionRequest = { sessionId, cwd: editor.workspace.cwd, mcpServers: [] };
  await editor.agent.request(method.session.load, again);
  expect(editor.of("tool_call")[0]).toMatchObject({
    toolCallId: "call-edit",
    content: [{ type: "diff", path, oldText: "one", newText: "two" }],
  });
  const ends = editor.of("tool_call_update").map(({ toolCallId, status }) => [toolCallId, status]);
  expect(ends).toEqual([
    ["call-edit", "completed"],
    ["call-write", "failed"],
  ]);
  // Cancelling ends the turn although the question is never answered.
  editor.answer = () => Promise.withResolvers<never>().promise;
  const waiting = editor.prompt(sessionId, "run");
  await editor.until(() => editor.permissions.length === 3);
  await editor.agent.notify(method.session.cancel, { sessionId });
  expect(await waiting).toEqual({ stopReason: "cancelled" });
  expect(await editor.workspace.list()).toEqual(["a.txt"]);
});

test("the files and terminals of the client are used: what is not saved counts", async () => {
  await using editor = await connectAcp({
    files: { "a.txt": "saved\r\n", "same.txt": "same\r\n" },
    args: ["--permission-mode", "yolo"],
    capabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    script: [
      ...calling("read", { path: "a.txt" }),
      ...calling("edit", { path: "a.txt", edits: [{ oldText: "unsaved", newText: "changed" }] }),
      ...calling("bash", { command: "echo here" }),
      ...calling("edit", { path: "same.txt", edits: [{ oldText: "same", newText: "other" }] }),
      { toolCalls: [{ name: "task", arguments: { agent: "explore", tasks: [{ id: "look", task: "Read a.txt." }] } }] },
      { toolCalls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { toolCalls: [{ name: "yield", arguments: { data: "seen" } }] },
      { text: "Done." },
    ],
  });
  const { sessionId } = await editor.newSession();
  const path = editor.workspace.path("a.txt");
  editor.buffers.set(path, "unsaved\n");
  await editor.prompt(sessionId, "read");
  expect(result(editor.server.requests.at(-1))).toContain("unsaved");
  await editor.prompt(sessionId, "edit");
  expect(editor.buffers.get(path)).toBe("changed\n");
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({
    content: [{ type: "diff", path, oldText: "unsaved\n", newText: "changed\n" }],
  });
  await editor.prompt(sessionId, "run");
  expect(editor.terminals[0]?.at(-1)).toBe("echo here");
  expect(result(editor.server.requests.at(-1))).toContain("from the editor");
  expect(editor.of("tool_call_update").at(-1)?.content).toEqual([{ type: "terminal", terminalId: "terminal-1" }]);
  // Only the line ends differ: those of the file are kept.
  const same = editor.workspace.path("same.txt");
  editor.buffers.set(same, "same\n");
  await editor.prompt(sessionId, "edit the other");
  expect(editor.buffers.get(same)).toBe("other\r\n");
  // The agents of a session have its files too.
  await editor.prompt(sessionId, "hand it on");
  expect(result(editor.server.requests.at(-2))).toContain("changed");
});

test("two sessions run at once; cancelling one stops its command only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-acp-"));
  const started = join(folder, "started");
  await using editor = await connectAcp({
    args: ["--permission-mode", "yolo"],
    script: (request) => {
      const text = JSON.stringify(request.body.messages);
      if (request.toolResults > 0 || !text.includes("long")) return { text: "Short." };
      return { toolCalls: [{ name: "bash", arguments: { command: `touch ${started}; sleep 600` } }] };
    },
  });
  const [one, two] = [await editor.newSession(), await editor.newSession({ cwd: folder })];
  const long = editor.prompt(one.sessionId, "long");
  await editor.until(() => editor.of("tool_call_update", one.sessionId).length > 0);
  expect(await editor.prompt(two.sessionId, "short")).toEqual({ stopReason: "end_turn" });
  expect(editor.text(two.sessionId)).toBe("Short.");
  await editor.agent.notify(method.session.cancel, { sessionId: one.sessionId });
  expect(await long).toEqual({ stopReason: "cancelled" });
  expect(editor.of("tool_call_update", one.sessionId).at(-1)).toMatchObject({ status: "failed" });
  await expect(editor.newSession({ additionalDirectories: ["/no/such"] })).rejects.toThrow(
    "There is no folder /no/such",
  );
  rmSync(folder, { recursive: true });
});

test("MCP servers of the client offer their tools; dialogs of extensions are forms", async () => {
  await using editor = await connectAcp({
    files: { "server.mjs": MCP_SERVER },
    args: ["--permission-mode", "yolo", "-e", "./asks.ts"],
    capabilities: { elicitation: { form: {} }, session: { notices: {} } },
    script: [...calling("tool_search", { query: "greet" }).slice(0, 1), ...calling("mcp__greeter__greet", {})],
  });
  await editor.workspace.write("asks.ts", ASKING);
  const command = process.execPath;
  const args = [editor.workspace.path("server.mjs")];
  const mcpServers = [{ name: "greeter", command, args, env: [{ name: "GREETING", value: "Good day" }] }];
  const { sessionId } = await editor.newSession({ mcpServers });
  await editor.prompt(sessionId, "greet");
  expect(result(editor.server.requests.at(-1))).toContain("Good day");
  editor.elicit = (message) =>
    message === "Which?"
      ? { action: "accept", content: { answer: "b" } }
      : { action: "accept", content: { answer: "Ann" } };
  await editor.prompt(sessionId, "/which");
  expect(editor.of("notice").at(-1)).toMatchObject({ severity: "info", title: "b for Ann" });
  // A prompt that is cancelled while an extension looks at it does not reach the model.
  const requests = editor.server.requests.length;
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<CreateElicitationResponse>();
  editor.elicit = async () => {
    asked.resolve();
    return await answer.promise;
  };
  const held = editor.prompt(sessionId, "hold this");
  await asked.promise;
  await editor.agent.notify(method.session.cancel, { sessionId });
  answer.resolve({ action: "accept", content: { answer: "Yes" } });
  expect(await held).toEqual({ stopReason: "cancelled" });
  expect(editor.server.requests).toHaveLength(requests);
  expect(editor.stderr).toContain("a line of an extension");
  expect(editor.stdout.split("\n").every((line) => line === "" || line.startsWith('{"jsonrpc":"2.0"'))).toBe(true);
});

const ASKING = `export default (pi) => {
  console.log("a line of an extension");
  pi.on("input", async ({ text }, ctx) => {
    if (text === "hold this") await ctx.ui.confirm("Go on?", text);
  });
  pi.registerCommand("which", { handler: async (_, ctx) => {
    const which = await ctx.ui.select("Which?", ["a", "b"]);
    ctx.ui.notify(which + " for " + (await ctx.ui.input("Who?")));
  } });
};`;

/** A server of MCP's stdio transport, as small as it can be. */
const MCP_SERVER = `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = (result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
  if (method === "initialize")
    answer({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "g", version: "1" } });
  else if (method === "tools/list") answer({ tools: [{ name: "greet", inputSchema: { type: "object" } }] });
  else if (method === "tools/call") answer({ content: [{ type: "text", text: process.env.GREETING }] });
  else process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "unknown" } }) + "\\n");
}`;

test("a client that leaves during a run ends the process, and the session is whole", async () => {
  await using editor = await connectAcp({
    args: ["--permission-mode", "yolo"],
    script: [{ toolCalls: [{ name: "bash", arguments: { command: "echo begun; sleep 600" } }] }],
  });
  const { sessionId } = await editor.newSession();
  const prompt = editor.prompt(sessionId, "go").catch((error: Error) => error.message);
  await editor.until(() => JSON.stringify(editor.of("tool_call_update")).includes("begun"));
  editor.process.stdin?.end();
  expect(await editor.exit()).toBe(0);
  await prompt;
  const [file = ""] = readSessions(editor.workspace.tauHome);
  const entries = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { message?: { role: string } });
  const messages = entries.flatMap(({ message }) => message ?? []);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "assistant"]);
  expect(messages.at(-1)).toMatchObject({ stopReason: "aborted" });
});

function readSessions(home: string): string[] {
  return globSync(join(home, "sessions", "*", "*.jsonl"));
}
