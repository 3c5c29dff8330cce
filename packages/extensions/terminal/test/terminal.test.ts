import { createWorkspace, type ModelReply, startCliInPty, startModelServer, useScriptedModel } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { TerminalEmulator } from "../emulator.ts";
import { manifest } from "../manifest.ts";

const call = (args: object): ModelReply => ({ toolCalls: [{ name: "terminal", arguments: args as never }] });

async function screen(args: object, size: { columns?: number; rows?: number } = {}) {
  const script = [call(args), { text: "seen" }];
  // A tool that is found is declared once a search has returned it; here the model knows it.
  const settings = { tools: { essential: ["terminal"] } };
  const harness = await createExtensionHarness({ extensions: [manifest], script, settings, mode: "tui", ...size });
  const result = () => {
    const message = harness.session.messages.find(({ role }) => role === "toolResult");
    if (message?.role !== "toolResult") return undefined;
    return {
      text: message.content.map((block) => ("text" in block ? block.text : "")).join(""),
      isError: message.isError,
    };
  };
  return { harness, result, window: harness.terminal.window };
}

test("R192: the user answers a program, and the model reads what the terminal shows", async () => {
  const { harness, result, window } = await screen({
    // The command itself is on the screen too, so the question is put together.
    command: 'test -t 0 && read -p "$(echo Your) name? " name && printf "\\033[32mhello %s\\033[0m\\n" "$name"',
  });
  await using _ = harness;
  const answer = harness.prompt("go");
  await window.waitForText(/Your name\? [\s\S]*Escape ends it/);
  harness.terminal.press(..."Ada", "enter");
  expect(await answer).toBe("seen");
  expect(result()).toEqual({ text: "Your name? Ada\nhello Ada", isError: false });
  await expect.poll(() => window.screen().join("\n")).not.toContain("Escape ends it");
  expect(harness.errors).toEqual([]);
});

test("the command is judged as one of bash, also the first one, before the code of the tool is loaded", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({ script: [call({ command: "touch made.txt" }), { text: "seen" }] });
  await useScriptedModel(workspace, server, undefined, { settings: { tools: { essential: ["terminal"] } } });
  const args = ["--permission-mode", "ask", "go"];
  await using tau = startCliInPty({ workspace, args, columns: 80, rows: 24 });
  await tau.waitForText(/Permit terminal\?[\s\S]*It runs touch made\.txt[\s\S]*Bash\(touch:\*\)/);
  tau.press("n");
  await tau.waitForText(/seen/);
  expect(await workspace.list()).toEqual([]);
});

test("R192: escape ends the program and everything it started", async () => {
  const { harness, result, window } = await screen({ command: 'echo be"gun"; sleep 1000 & wait' });
  await using _ = harness;
  const answer = harness.prompt("go");
  await window.waitForText(/begun/);
  harness.terminal.press("escape");
  expect(await answer).toBe("seen");
  expect(result()).toEqual({ text: "begun\n\nThe user ended the command with Escape.", isError: true });
});

test("R192: a new size of the terminal reaches the program", async () => {
  const { harness, result, window } = await screen(
    { command: "stty size; trap 'stty size; exit' WINCH; while :; do sleep 0.05; done" },
    { columns: 100, rows: 30 },
  );
  await using _ = harness;
  const answer = harness.prompt("go");
  await window.waitForText(/25 98/);
  harness.terminal.resize(70, 24);
  await answer;
  expect(result()?.text).toMatch(/^25 98\n19 68/);
});

test("a failing program is an error with its output; a slow one ends at its timeout", async () => {
  const failing = await screen({ command: "echo no; exit 3" });
  await failing.harness.prompt("go");
  expect(failing.result()).toEqual({ text: "no\n\nCommand exited with code 3", isError: true });
  await failing.harness[Symbol.asyncDispose]();
  const slow = await screen({ command: "sleep 1000", timeout: 0.5 });
  await slow.harness.prompt("go");
  expect(slow.result()).toEqual({ text: "Command timed out after 0.5 seconds", isError: true });
  await slow.harness[Symbol.asyncDispose]();
});

test("sequences of a program do not reach the user's terminal", async () => {
  const { harness, result, window } = await screen({
    command: "printf '\\033]0;evil title\\007\\033]52;c;aGk=\\007\\033[?1049h\\033[2Jfull %s' screen; read x",
  });
  await using _ = harness;
  const answer = harness.prompt("go");
  await window.waitForText(/full screen/);
  expect(window.title).not.toContain("evil");
  harness.terminal.press("enter");
  await answer;
  // What a full-screen program drew is gone when the program has ended, as in any terminal.
  expect(result()?.isError).toBe(false);
});

test("without a screen the model is sent to bash", async () => {
  const script = [call({ command: "echo hi" }), { text: "seen" }];
  const settings = { tools: { essential: ["terminal"] } };
  await using harness = await createExtensionHarness({ extensions: [manifest], script, settings });
  await harness.prompt("go");
  const [result] = harness.session.messages.filter(({ role }) => role === "toolResult");
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: "There is no screen on which the user could see a terminal. Use bash." }],
  });
});

test("rows keep colours, wide characters and the cursor", async () => {
  const emulator = new TerminalEmulator();
  await emulator.write(Buffer.from("\x1b[1;31m日本\x1b[0m x\x1b[48;2;1;2;3mrgb"));
  expect(emulator.line(0)).toBe(`\x1b[0m\x1b[1;38;5;1m日本\x1b[0m x\x1b[0m\x1b[48;2;1;2;3mrgb\x1b[0m${" ".repeat(71)}`);
  expect(emulator.cursor).toEqual({ row: 0, column: 9 });
  await emulator.write(Buffer.from("\x1b[?25l"));
  expect(emulator.cursor).toBeUndefined();
  emulator.dispose();
});
