import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

test("200 commands at once, with new sessions among them: each has one answer, and nothing is told of a closed log", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  await using rpc = new RpcProcess(setup);
  const kinds = [
    { type: "get_state" },
    { type: "bash", command: "echo hi" },
    { type: "prompt", message: "go", streamingBehavior: "followUp" },
    { type: "get_tree" },
    { type: "new_session" },
  ];
  const commands = Array.from({ length: 200 }, (_, index) => ({ id: `c${index}`, ...kinds[index % kinds.length] }));
  rpc.program.write(commands.map((command) => `${JSON.stringify(command)}\n`).join(""));
  const answers = () => rpc.lines.filter(({ type }) => type === "response");
  await rpc.program.waitForOutput(() => answers().length >= 200, { timeoutMs: 30_000 });
  expect(new Set(answers().map(({ id }) => id))).toEqual(new Set(commands.map(({ id }) => id)));
  const errors = new Set(answers().flatMap(({ success, error }) => (success === true ? [] : [error])));
  expect(
    [...errors].filter((error) => error !== "This session has ended. Send the message in the current one."),
  ).toEqual([]);
  expect(rpc.program.stderr).toBe("");
});

test("a dialog that nobody answered is taken back when its session is replaced", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const extension = join(setup.workspace.tauHome, "ask.ts");
  await writeFile(
    extension,
    `export default (pi) => pi.registerCommand("ask", { handler: async (_, ctx) => {
      const answer = await ctx.ui.select("Which?", ["a"]);
      console.error("answer: " + answer);
    } });`,
  );
  await using rpc = new RpcProcess(setup, ["-e", extension]);
  rpc.write({ id: "p", type: "prompt", message: "/ask" });
  const { id } = await rpc.find(({ method }) => method === "select");
  expect(await rpc.data("new_session")).toEqual({ cancelled: false });
  expect(await rpc.find(({ method }) => method === "cancel")).toMatchObject({ targetId: id });
  expect(await rpc.find((line) => line.id === "p")).toMatchObject({ success: true, data: { disposition: "handled" } });
  await rpc.program.waitForOutput("answer: undefined", { stream: "stderr" });
});

test("a reader that stops for a while holds up nothing and gets everything that was said", async () => {
  const pieces = Array.from({ length: 20_000 }, (_, index) => `word ${index} `);
  await using setup = await withScriptedModel({ text: pieces });
  const { cwd, env } = setup.workspace;
  const child = spawn(process.execPath, [builtCli, "--mode", "rpc"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "close");
  child.stdin.write(`${JSON.stringify({ type: "prompt", message: "go" })}\n`);
  const request = await setup.server.waitForRequest();
  // The whole answer goes out although nobody has read a line of it.
  await setup.server.waitForRequest(({ endedAt }) => endedAt !== undefined);
  expect(request.index).toBe(0);
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    text += chunk;
    if (text.includes('"agent_settled"')) child.stdin.end();
  }
  await exited;
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { assistantMessageEvent?: { type: string; delta: string } });
  const deltas = lines.flatMap(({ assistantMessageEvent: event }) =>
    event?.type === "text_delta" ? [event.delta] : [],
  );
  expect(deltas.join("")).toBe(pieces.join(""));
  expect(deltas.length).toBeLessThan(pieces.length);
});

test("the tree of a session that is deeper than the stack is told", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const timestamp = new Date(0).toISOString();
  const entries = Array.from({ length: 20_000 }, (_, index) => ({
    type: "message",
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    timestamp,
    message: { role: "user", content: `${index}`, timestamp: index },
  }));
  const header = { type: "session", version: 3, id: "deep", timestamp, cwd: setup.workspace.cwd };
  const path = await setup.workspace.write(
    "deep.jsonl",
    [header, ...entries].map((entry) => `${JSON.stringify(entry)}\n`).join(""),
  );
  await using rpc = new RpcProcess(setup, ["--session", path]);
  const { tree, leafId } = (await rpc.data("get_tree")) as { tree: Node[]; leafId: string };
  type Node = { entry: { id: string }; children: Node[] };
  let depth = 0;
  for (let node = tree[0]; node; node = node.children[0]) depth++;
  expect({ depth, leafId }).toEqual({ depth: 20_000, leafId: "e19999" });
});

test("P-APP-33: a session file that is not there is not switched to, and no other is made", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  await using rpc = new RpcProcess(setup);
  const before = (await rpc.data("get_state")) as { sessionId: string };
  expect(await rpc.ask("switch_session", { sessionPath: "gone.jsonl" })).toMatchObject({
    success: false,
    error: `There is no session file ${setup.workspace.path("gone.jsonl")}.`,
  });
  expect(await rpc.data("get_state")).toMatchObject({ sessionId: before.sessionId });
  expect(await setup.workspace.list()).toEqual([]);
});

test("a session that begins with a name still knows its model", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  await using rpc = new RpcProcess(setup, ["--name", "work"]);
  await rpc.data("prompt", { message: "hi" });
  await rpc.settled();
  const { sessionFile } = (await rpc.data("get_state")) as { sessionFile: string };
  const types = (await readFile(sessionFile, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types.slice(0, 4)).toEqual(["session", "session_info", "model_change", "thinking_level_change"]);
});

test("what an answer holds is told once: entries of a run's messages stay out of the stream", async () => {
  await using setup = await withScriptedModel({ text: "said once" });
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "hi" });
  await rpc.settled();
  expect(rpc.lines.filter(({ type }) => type === "entry_appended")).toEqual([]);
});
