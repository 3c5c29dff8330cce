import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelReply, ModelRequest, ModelScript } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");

/** Children wait until the test lets them go on. */
function waitingFamily(ids: readonly string[]) {
  const gate = Promise.withResolvers<void>();
  const parent = [
    call("task", { agent: "explore", tasks: ids.map((id) => ({ id, task: `Do ${id}.` })) }),
    { text: "all done" },
  ];
  const script: ModelScript = async (request) => {
    if (!isChild(request)) return parent.shift() ?? { failure: "invalid-request" };
    await gate.promise;
    const said = JSON.stringify(request.body);
    if (!/the text of a/.test(said)) return call("read", { path: "a.txt" });
    return call("yield", { data: /Look at b\.txt/.test(said) ? "steered" : "plain" });
  };
  return { script, open: () => gate.resolve(), files: { "a.txt": "the text of a" } };
}

test("each agent at work has a row above the editor, four at most; the rows go when the work is done", async () => {
  const { open, ...family } = waitingFamily(["a", "b", "c", "d", "e", "f"]);
  await using harness = await createExtensionHarness({ extensions: [manifest], ...family, mode: "tui" });
  const { window } = harness.terminal;
  const done = harness.prompt("go");
  await window.waitForText(/0-a · thinking[\s\S]*3-d · thinking[\s\S]*2 more agents at work/);
  open();
  await done;
  await window.waitForText((screen) => /all done/.test(screen) && !/· thinking|agents at work/.test(screen));
  expect(window.screen().join("\n")).toMatch(/task explore 6 tasks[\s\S]*✓ 0-a[\s\S]*✓ 5-f/);
  expect(harness.errors).toEqual([]);
});

test("R308: /agents lists them, opens a conversation, steers one and stops one, also after a restart", async () => {
  const { open, ...family } = waitingFamily(["a", "b"]);
  await using harness = await createExtensionHarness({ extensions: [manifest], ...family, mode: "tui" });
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await harness.terminal.window.waitForText(seen);
  };
  const done = harness.prompt("go");
  await harness.terminal.window.waitForText(/1-b · thinking/);
  await press(/→ ▸ 0-a\s+thinking[\s\S]*▸ 1-b\s+thinking[\s\S]*s steer/, ..."/agents", "enter");
  await press(/Say to 0-a/, "s");
  await press(/→ ▸ 0-a[\s\S]*0-a reads it after its current step\./, ..."Look at b.txt", "enter");
  await press(/→ ▸ 1-b/, "down");
  // The keys work on the page of an agent too.
  await press(/explore · running[\s\S]*> Do b\.[\s\S]*s steer · x stop/, "enter");
  await press(/explore · aborted/, "x");
  await press(/→ ■ 1-b\s+aborted/, "escape");
  open();
  await harness.terminal.window.waitForText(/✓ 0-a\s+completed/);
  await press(/explore · aborted[\s\S]*> Do b\./, "enter");
  await press(/→ ■ 1-b/, "escape");
  await press(/^(?!.*Agents ──)/s, "escape");
  await done;
  const result = harness.session.messages.find((message) => message.role === "toolResult");
  expect(JSON.stringify(result?.content)).toMatch(/0-a \(explore\): completed\\nsteered.*1-b \(explore\): aborted/);
  await harness.restart();
  await press(/✓ 0-a\s+completed/, ..."/agents", "enter");
  await press(/> Do a\.[\s\S]*→ yield[ │█]*\n│ {3}steered /, "enter");
  expect(harness.errors).toEqual([]);
});

test("one key stops all agents, and the run goes on with what they have", async () => {
  const { open, ...family } = waitingFamily(["a", "b", "c"]);
  await using harness = await createExtensionHarness({ extensions: [manifest], ...family, mode: "tui" });
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await harness.terminal.window.waitForText(seen);
  };
  const done = harness.prompt("go");
  await harness.terminal.window.waitForText(/2-c · thinking/);
  await press(/→ ▸ 0-a[\s\S]*a stop all/, ..."/agents", "enter");
  await press(/■ 0-a\s+aborted[\s\S]*■ 1-b\s+aborted[\s\S]*■ 2-c\s+aborted/, "a");
  await press(/This agent has ended/, "s");
  await press(/No agent is at work/, "a");
  await press(/s steer · x stop · a stop all/, "up");
  await press(/^(?!.*Agents ──)/s, "escape");
  open();
  await done;
  expect(harness.session.getLastAssistantText()).toBe("all done");
  expect(harness.errors).toEqual([]);
});

test("the page of an agent shows the answer that is being written; the row that counts the others stays last", async () => {
  const gate = Promise.withResolvers<void>();
  const tasks = ["a", "b", "c", "d", "e", "f"].map((id) => ({ id, task: `Do ${id}.` }));
  const parent = [call("task", { agent: "explore", tasks }), { text: "all done" }];
  const script: ModelScript = async (request) => {
    if (!isChild(request)) return parent.shift() ?? { failure: "invalid-request" };
    if (/Do a\./.test(JSON.stringify(request.body)))
      return { text: Array.from({ length: 5000 }, () => "more "), pace: 50 };
    await gate.promise;
    return call("yield", { data: "done" });
  };
  const settings = { task: { maxConcurrency: 6 } };
  await using harness = await createExtensionHarness({ extensions: [manifest], script, settings, mode: "tui" });
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await harness.terminal.window.waitForText(seen);
  };
  const done = harness.prompt("go");
  await harness.terminal.window.waitForText(/3-d · thinking[\s\S]*2 more agents at work/);
  await press(/→ ▸ 0-a/, ..."/agents", "enter");
  await press(/explore · running[\s\S]*> Do a\.[\s\S]*more more more/, "enter");
  await press(/explore · aborted/, "x");
  await press(/→ ■ 0-a/, "escape");
  await press(/4-e · thinking[^\n]*\n[^\n]*1 more agent at work/, "escape");
  gate.resolve();
  await done;
  expect(harness.errors).toEqual([]);
});

test("a row says what the tool works on; the transcript has no empty lines after a result", async () => {
  const parent = [call("task", { agent: "task", tasks: [{ id: "a", task: "Do a." }] }), { text: "all done" }];
  const own = [call("bash", { command: "echo said" }), call("bash", { command: "echo waiting; cat gate" })];
  const script: ModelScript = (request) =>
    (isChild(request) ? (own.shift() ?? call("yield", { data: "done" })) : parent.shift()) ?? { text: "too many" };
  await using harness = await createExtensionHarness({
    ...{ extensions: [manifest], script, mode: "tui", settings: { permissionMode: "yolo" } },
    model: { cost: { input: 1000, output: 0, cacheRead: 0, cacheWrite: 0 } },
  });
  const { terminal, workspace } = harness;
  execFileSync("mkfifo", [join(workspace.cwd, "gate")]);
  const done = harness.prompt("go");
  await terminal.window.waitForText(/▸ 0-a 220 tokens \$0\.20 · bash echo[\s\S]*0-a · bash echo waiting; cat gate · /);
  terminal.press(..."/agents", "enter");
  await terminal.window.waitForText(/→ ▸ 0-a\s+bash echo waiting; cat gate/);
  terminal.press("enter");
  await terminal.window.waitForText(/→ bash echo said[ │█]*\n[ │█]*\n│ {3}said[ │█]*\n[ │█]*\n│ → bash echo waiting/);
  terminal.press("escape", "escape");
  await writeFile(join(workspace.cwd, "gate"), "open\n");
  await done;
  // Two requests of the session and three of the agent, each of 100 tokens.
  await terminal.window.waitForText(/\$0\.500/);
  expect(harness.errors).toEqual([]);
});
