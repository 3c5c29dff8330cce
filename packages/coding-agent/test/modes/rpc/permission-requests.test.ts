import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

const ASK = ["--permission-mode", "ask"];
const bash = (command: string) => ({ toolCalls: [{ name: "bash", arguments: { command } }] });
const write = (path: string) => ({ toolCalls: [{ name: "write", arguments: { path, content: "new\n" } }] });
const bodyOf = ({ server }: ScriptedSetup, index: number) => JSON.stringify(server.requests[index]?.body);

test("a client that declared it gets each question with all that the dialog shows, and its answers hold", async () => {
  const done = { text: "ok" };
  const script = [bash("make-it one"), done, write("a.txt"), done, bash("make-it two"), done, bash("touch x"), done];
  await using setup = await withScriptedModel([...script, bash("rm -rf ../elsewhere"), done], {
    files: { "a.txt": "old\n" },
  });
  const { workspace } = setup;
  await using rpc = new RpcProcess(setup, ASK);
  expect(await rpc.data("set_permission_requests", { enabled: true })).toEqual({ enabled: true });
  let seen = 0;
  const ask = async (message: string) => {
    seen = rpc.lines.length;
    await rpc.data("prompt", { message });
    return await rpc.find(({ type }) => type === "permission_request", seen);
  };
  const first = await ask("command");
  const rules = ["Bash(make-it:*)"];
  expect(first).toEqual({
    type: "permission_request",
    id: expect.any(String),
    tool: "bash",
    toolCallId: expect.any(String),
    input: { command: "make-it one" },
    effect: "execute",
    command: "make-it one",
    paths: [workspace.cwd],
    reason: "It runs make-it one.",
    answers: [{ answer: "once" }, { answer: "session", rules }, { answer: "always", rules }, { answer: "no" }],
  });
  rpc.write({ type: "permission_response", id: "unknown", answer: "no" });
  rpc.write({ type: "permission_response", id: first.id, answer: "session" });
  await rpc.settled(1);
  const second = await ask("change");
  expect(second).toMatchObject({ tool: "write", effect: "write", paths: [workspace.path("a.txt")] });
  expect(second.diff).toContain("-old\n+new\n");
  rpc.write({ type: "permission_response", id: second.id, answer: "no", message: "use b.txt" });
  await rpc.settled(2);
  expect(bodyOf(setup, 3)).toContain("The user did not permit it: use b.txt");
  // The session's rule answers the third, so that the next question is the fourth's.
  await rpc.data("prompt", { message: "again" });
  await rpc.settled(3);
  const third = await ask("touch");
  expect(third).toMatchObject({ command: "touch x" });
  rpc.write({ type: "permission_response", id: third.id, answer: "always" });
  await rpc.settled(4);
  expect(existsSync(workspace.path("x"))).toBe(true);
  const last = await ask("dangerous");
  expect(last.answers).toEqual([{ answer: "once" }, { answer: "no" }]);
  rpc.write({ type: "permission_response", id: last.id, answer: "always" });
  await rpc.settled(5);
  expect(bodyOf(setup, 9)).toContain("The user did not permit bash.");
  const settings = JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"));
  expect(settings.permissions).toEqual({ allow: ["Bash(touch:*)"] });
  const { entries } = (await rpc.data("get_entries")) as { entries: { customType?: string; data?: object }[] };
  expect(entries.filter(({ customType }) => customType === "tau.permission-answer").map(({ data }) => data)).toEqual([
    expect.objectContaining({ tool: "bash", toolCallId: first.toolCallId, allow: "session", rules }),
    expect.objectContaining({ tool: "write", toolCallId: second.toolCallId, allow: "no", message: "use b.txt" }),
    expect.objectContaining({ command: "touch x", allow: "always", rules: ["Bash(touch:*)"] }),
    expect.objectContaining({ command: "rm -rf ../elsewhere", allow: "no" }),
  ]);
});

test("without the declaration a question is refused and told as an event; an abort takes one back, and leaving is a no", async () => {
  await using setup = await withScriptedModel([bash("touch x"), { text: "ok" }, bash("touch x"), bash("touch x")]);
  await using rpc = new RpcProcess(setup, ASK);
  await rpc.data("prompt", { message: "go" });
  await rpc.settled(1);
  expect(await rpc.find(({ type }) => type === "permission_refused")).toEqual({
    type: "permission_refused",
    tool: "bash",
    toolCallId: expect.any(String),
    effect: "execute",
    command: "touch x",
    paths: [setup.workspace.cwd],
    reason: "It runs touch x.",
    rules: ["Bash(touch:*)"],
  });
  expect(rpc.lines.some(({ type }) => type === "permission_request")).toBe(false);
  await rpc.data("set_permission_requests", { enabled: true });
  await rpc.data("new_session");
  await rpc.data("prompt", { message: "go" });
  const { id } = await rpc.find(({ type }) => type === "permission_request");
  await rpc.data("abort");
  expect(await rpc.find(({ type }) => type === "permission_cancel")).toMatchObject({ targetId: id });
  const after = rpc.lines.length;
  await rpc.data("prompt", { message: "go" });
  await rpc.find(({ type }) => type === "permission_request", after);
  rpc.program.endInput();
  expect((await rpc.program.exited).exitCode).toBe(0);
  expect(existsSync(setup.workspace.path("x"))).toBe(false);
});

test("JSON mode tells refusals as events, and stderr names the calls, the flag, the variable and the rule", async () => {
  await using setup = await withScriptedModel([bash("touch x"), write("a.txt"), { text: "ok" }]);
  const exit = await runCli({ workspace: setup.workspace, args: ["--mode", "json", ...ASK, "go"] });
  const lines = exit.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  expect(lines.filter(({ type }) => type === "permission_refused")).toEqual([
    expect.objectContaining({ command: "touch x", rules: ["Bash(touch:*)"] }),
    expect.objectContaining({ tool: "write", rules: [`Edit(/${setup.workspace.path("a.txt")})`] }),
  ]);
  expect(exit.stderr).toContain("Not permitted: touch x\n");
  expect(exit.stderr).toContain(`Not permitted: write ${setup.workspace.path("a.txt")}\n`);
  expect(exit.stderr).toMatch(
    /add "Bash\(touch:\*\)", "Edit\(.*\)" to permissions\.allow.*--permission-mode or TAU_PERMISSION_MODE/,
  );
});
