import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ModelServer, runCli, startCli, type Workspace, waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { leave, openTau, type TauOnTerminal } from "./interactive/open-tau.ts";
import { withScriptedModel } from "./scripted-model.ts";

test("kill -9 in the middle of a batch: what was shown is in the log, and no call is run twice", async () => {
  await using setup = await withScriptedModel([
    {
      toolCalls: [
        { id: "quick", name: "bash", arguments: { command: "echo quick >> runs; echo quick done" } },
        { id: "slow", name: "bash", arguments: { command: "echo slow >> runs; sleep 300" } },
      ],
    },
    { text: "I see." },
  ]);
  const { workspace, server } = setup;
  const program = startCli({ workspace, args: ["--mode", "json", "go"] });
  await program.waitForOutput(/"tool_execution_end","toolCallId":"quick"/);
  await waitUntil(async () => ((await workspace.read("runs")).split("\n").length > 2 ? true : undefined), {
    describe: () => "The slow command never started.",
  });
  await program.kill("SIGKILL");
  await program.exited;
  expect(await sessionText(workspace)).toContain("quick done");

  expect((await runCli({ workspace, args: ["-c", "-p", "what happened?"] })).stdout).toBe("I see.\n");
  const request = JSON.stringify(server.requests[1]?.body);
  expect(request).toContain("quick done");
  expect(request).toContain("The program ended while this call was running");
  expect((await workspace.read("runs")).trim().split("\n").sort()).toEqual(["quick", "slow"]);
});

test("kill -9 before the first answer keeps the prompt", async () => {
  await using setup = await withScriptedModel([{ failure: "silence" }, { text: "here" }]);
  const { workspace, server } = setup;
  const program = startCli({ workspace, args: ["-p", "remember me"] });
  await server.waitForRequest();
  await program.kill("SIGKILL");
  await program.exited;
  expect((await runCli({ workspace, args: ["-c", "-p", "and me"] })).stdout).toBe("here\n");
  expect(JSON.stringify(server.requests[1]?.body)).toMatch(/remember me.*and me/);
});

test("kill -9 while a command of the user's runs: the next session shows it, with what it had written", async () => {
  await using setup = await withScriptedModel(() => ({ text: "I see." }));
  const { workspace, server } = setup;
  await using first = await openTau(workspace);
  first.send("!echo so far; sleep 300\r");
  await first.waitForText(/^ ?so far/m);
  expect(await sessionText(workspace)).toContain("echo so far; sleep 300");
  await first.kill("SIGKILL");
  await first.exited;

  await using second = await openTau(workspace, { args: ["-c"] });
  await second.waitForText("Tau ended while this command was running");
  expect(second.terminal.text()).toMatch(/^ so far +$/m);
  second.send("what happened?\r");
  await second.waitForText("I see.");
  expect(await leave(second)).toBe(0);
  const request = server.requests
    .map(({ body }) => JSON.stringify(body))
    .find((body) => body.includes("what happened?"));
  expect(request).toMatch(/so far\\n\[Tau ended while/);
  expect((await sessionText(workspace)).match(/"role":"bashExecution"/g)).toHaveLength(1);
});

test("kill -9 while an answer is being written: what was shown is in the next session, once", async () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index} `);
  await using setup = await withScriptedModel([
    { thinking: ["let me see"], text: words, pace: 100 },
    { text: "I see." },
  ]);
  const { workspace } = setup;
  await using first = await openTau(workspace);
  first.send("go\r");
  await first.waitForText("word60");
  await first.kill("SIGKILL");
  await first.exited;

  for (const args of [["-c"], ["-c"]]) {
    await using again = await openTau(workspace, { args });
    await again.waitForText("Tau ended while this was being written.");
    expect(again.terminal.text()).toMatch(/let me see[\s\S]*word0 word1 [\s\S]*word20/);
    expect(await leave(again)).toBe(0);
  }
  expect((await sessionText(workspace)).match(/"rawStopReason":"interrupted"/g)).toHaveLength(1);
  expect(await liveFiles(workspace)).toEqual([]);
});

const WORDS = Array.from({ length: 400 }, (_, index) => `word${index} `);

test("kill -9 in JSON mode while an answer is being written: what was written out is in the next session, once", async () => {
  await using setup = await withScriptedModel([{ text: WORDS, pace: 100 }, { text: "I see." }, { text: "Again." }]);
  const { workspace, server } = setup;
  const program = startCli({ workspace, args: ["--mode", "json", "go"] });
  await program.waitForOutput(/word60/);
  await program.kill("SIGKILL");
  await program.exited;
  expect((await runCli({ workspace, args: ["-c", "-p", "what was that?"] })).stdout).toBe("I see.\n");
  expect(JSON.stringify(server.requests[1]?.body)).toMatch(/word0 word1 .*word60/);
  await runCli({ workspace, args: ["-c", "-p", "and now?"] });
  expect((await sessionText(workspace)).match(/"rawStopReason":"interrupted"/g)).toHaveLength(1);
  expect(await liveFiles(workspace)).toEqual([]);
});

test("kill -9 in RPC mode: the answer that was written out and the messages that were accepted are in the next session", async () => {
  await using setup = await withScriptedModel([{ text: WORDS, pace: 100 }, { text: "I see." }, { text: "Done too." }]);
  const { workspace, server } = setup;
  const program = startCli({ workspace, args: ["--mode", "rpc"], stdin: "open" });
  const say = (target: typeof program, command: object) => target.write(`${JSON.stringify(command)}\n`);
  say(program, { id: "1", type: "prompt", message: "go" });
  await program.waitForOutput(/word10/);
  say(program, { id: "2", type: "follow_up", message: "and the large whale" });
  await program.waitForOutput(/"id":"2".*"success":true/);
  await program.waitForOutput(/word60/);
  await program.kill("SIGKILL");
  await program.exited;

  const next = startCli({ workspace, args: ["--mode", "rpc", "-c"], stdin: "open" });
  await next.waitForOutput(/"queue_update".*"followUp":\["and the large whale"\]/);
  say(next, { id: "1", type: "get_last_assistant_text" });
  await next.waitForOutput(/"text":"word0 word1 .*word60/);
  say(next, { id: "2", type: "prompt", message: "go on" });
  await next.waitForOutput(/Done too\..*agent_settled/s);
  next.endInput();
  expect((await next.exited).exitCode).toBe(0);
  expect(JSON.stringify(server.requests[1]?.body)).toMatch(/word60.*go on/);
  expect(JSON.stringify(server.requests[2]?.body)).toContain("and the large whale");
  expect(await liveFiles(workspace)).toEqual([]);
});

test("kill -9 while a call runs: the next session shows what it had said, and that it was cut off", async () => {
  await using setup = await withScriptedModel([
    {
      toolCalls: [
        { name: "bash", arguments: { command: "echo so far; sleep 300" } },
        { name: "bash", arguments: { command: "sleep 301" } },
      ],
    },
  ]);
  const { workspace } = setup;
  await using first = await openTau(workspace);
  first.send("go\r");
  await first.waitForText(/^ ?so far/m);
  await first.kill("SIGKILL");
  await first.exited;

  await using second = await openTau(workspace, { args: ["-c"] });
  await second.waitForText("Tau ended before this call finished.");
  expect(second.terminal.text()).toMatch(/so far\s+The program ended while this call was running/);
  expect(await leave(second)).toBe(0);
  expect(await liveFiles(workspace)).toEqual([]);
});

test("kill -9 while messages wait: they are in the editor at the next start, and at the one after, until they are sent", async () => {
  await using setup = await withScriptedModel([{ failure: "silence" }, { text: "Both seen." }]);
  const { workspace, server } = setup;
  await using first = await openTau(workspace);
  await letWait(first, server, "the small whale");
  first.send("the large whale");
  first.press("alt+enter");
  await first.waitForText("Afterwards: the large whale");
  await first.kill("SIGKILL");
  await first.exited;

  await using second = await openTau(workspace, { args: ["-c"] });
  await second.waitForText("What was waiting to be sent is back in the editor.");
  expect(second.terminal.text()).toMatch(/─{30}\n ?the small whale *\n *\n ?the large whale/);
  await second.kill("SIGKILL");
  await second.exited;

  await using third = await openTau(workspace, { args: ["-c"] });
  await third.waitForText("the large whale");
  third.send("\r");
  await third.waitForText("Both seen.");
  expect(await leave(third)).toBe(0);
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("the small whale\\n\\nthe large whale");
  expect(await liveFiles(workspace)).toEqual([]);
});

test("kill -9 while messages that were taken back are edited: the edited text is in the editor at the next start", async () => {
  await using setup = await withScriptedModel([{ failure: "silence" }, { text: "Seen." }]);
  const { workspace, server } = setup;
  await using first = await openTau(workspace);
  await letWait(first, server, "the small whale");
  first.press("escape");
  await first.waitForText(/^ ?the small whale/m);
  expect(await unsentTexts(workspace)).toEqual(["the small whale"]);
  first.send(" and the large one");
  await untilKept(workspace, "and the large one");
  await first.kill("SIGKILL");
  await first.exited;

  await using second = await openTau(workspace, { args: ["-c"] });
  await second.waitForText("What was not sent yet is back in the editor.");
  expect(second.terminal.text().match(/the small whale/g)).toHaveLength(1);
  second.send("\r");
  await second.waitForText("Seen.");
  expect(await leave(second)).toBe(0);
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("the small whale and the large one");
  expect(await liveFiles(workspace)).toEqual([]);
});

test("kill -9 before the first prompt is sent: the next session in the folder begins with it, and no other does", async () => {
  await using setup = await withScriptedModel([{ text: "Seen." }]);
  const { workspace } = setup;
  await using first = await openTau(workspace);
  first.send("a long first thought");
  await untilKept(workspace, "a long first thought");
  await using beside = await openTau(workspace);
  await first.kill("SIGKILL");
  await first.exited;

  await using second = await openTau(workspace);
  await second.waitForText("a long first thought");
  await using third = await openTau(workspace);
  for (const other of [beside, third]) expect(other.terminal.text()).not.toContain("a long first thought");
  second.press("ctrl+c");
  await second.waitForText((screen) => !screen.includes("a long first thought"));
  expect(await leave(second)).toBe(0);
  expect(await liveFiles(workspace)).toEqual([]);
});

test("a terminal that is closed with a text in the editor: it is there at the next start", async () => {
  await using setup = await withScriptedModel([{ text: "First." }]);
  const { workspace } = setup;
  await using first = await openTau(workspace);
  first.send("go\r");
  await first.waitForText("First.");
  first.send("to be continued");
  await first.waitForText("to be continued");
  await first.kill("SIGHUP");
  await using second = await openTau(workspace, { args: ["-c"] });
  await second.waitForText("to be continued");
});

/** Says something while the model is silent. */
async function letWait(tau: TauOnTerminal, server: ModelServer, text: string): Promise<void> {
  tau.send("go\r");
  await server.waitForRequest();
  tau.send(`${text}\r`);
  await tau.waitForText(`Next: ${text}`);
}

async function untilKept(workspace: Workspace, text: string): Promise<void> {
  const isKept = async () => ((await unsentTexts(workspace)).some((kept) => kept.includes(text)) ? true : undefined);
  await waitUntil(isKept, { describe: () => `The text was never kept: ${text}` });
}

async function unsentTexts(workspace: Workspace): Promise<string[]> {
  const root = join(workspace.tauHome, "sessions");
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.includes("unsent") && name.endsWith(".json"));
  const texts = await Promise.all(files.map((name) => readFile(join(root, name), "utf8")));
  return texts.map((text) => (JSON.parse(text) as { text: string }).text);
}

async function liveFiles(workspace: Workspace): Promise<string[]> {
  const files = await readdir(join(workspace.tauHome, "sessions"), { recursive: true });
  return files.filter((name) => /live\.journal$|queue\.json$|unsent/.test(name));
}

async function sessionText(workspace: Workspace): Promise<string> {
  const root = join(workspace.tauHome, "sessions");
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  return (await Promise.all(files.map((name) => readFile(join(root, name), "utf8")))).join("");
}
