import { chmod, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { builtCli, type PtyProgram, startPty, waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { openTau, type TauOnTerminal, typeAndSee } from "./open-tau.ts";
import { sessionsOf } from "./sessions-of.ts";

const CTRL_G = "\x07";
const PROGRESS_ON = "\x1b]9;4;3\x07";
const WORDS = Array.from({ length: 40 }, (_, index) => `word${index}.\n\n`);

/** An editor that has the terminal until a file named `close` appears. */
const EDITOR = `#!/bin/sh
printf '<editing>'
while [ ! -e close ]; do sleep 0.05; done
printf '</editing>'
`;

for (const mode of ["regular", "fullscreen"])
  test(`while an editor has the terminal nothing is written into it; after it the ${mode} screen is whole`, async () => {
    await using setup = await withScriptedModel(() => ({ text: WORDS, pace: 60 }));
    await using tau = await openWithEditor(setup, mode);
    await typeAndSee(tau, ["go\r", "word0."]);
    await edit(tau);
    await waitUntil(async () => ((await logOf(setup)).includes("word39.") ? true : undefined), {
      describe: () => "The answer did not get into the log",
    });
    await setup.workspace.write("close", "");
    await tau.waitForText(/word39\.[\s\S]*a draft/);
    const { lent, after } = parts(tau);
    expect(lent).toBe("");
    expect(titles(after)).toEqual([`${basename(setup.workspace.cwd)} — tau`]);
    expect(after).toContain("state=done");
    expect(after).not.toContain(PROGRESS_ON);
    // In the scrollback and on the screen, each once.
    const shown = tau.terminal.text();
    const expected = mode === "regular" ? WORDS : WORDS.slice(-4);
    expect(expected.map((word) => shown.split(word.trim()).length - 1)).toEqual(expected.map(() => 1));
  });

test("after an editor that was left during a run, title and progress say again that it goes on", async () => {
  await using setup = await withScriptedModel(() => ({ text: ["word0.", "…", "…"], pace: 0.5 }));
  await using tau = await openWithEditor(setup, "regular");
  await typeAndSee(tau, ["go\r", "word0."]);
  await setup.workspace.write("close", "");
  await edit(tau);
  await waitUntil(() => parts(tau).after.match(/─{30}/) ?? undefined, { describe: () => tau.output() });
  const { lent, after } = parts(tau);
  expect(lent).toBe("");
  expect(titles(after)).toEqual([`● ${basename(setup.workspace.cwd)} — tau`]);
  expect(after).toContain(PROGRESS_ON);
});

for (const rows of [24, 8])
  test(`an editor without a screen of its own leaves nothing behind in ${rows} rows`, async () => {
    await using setup = await withScriptedModel(() => ({ text: "Understood." }));
    const lines = "for line in 1 2 3 4 5; do echo printed $line; done";
    await using tau = await openWithEditor(setup, "regular", { rows, editor: `#!/bin/sh\n${lines}\n` });
    await typeAndSee(tau, ["go\r", "Understood."], ["a draft", "a draft"]);
    const before = tau.picture();
    tau.send(CTRL_G);
    await waitUntil(() => tau.output().match(/printed 5/) ?? undefined, { describe: () => "The editor did not run" });
    await tau.waitForText((screen) => !screen.includes("printed"));
    expect(tau.picture()).toBe(before);
  });

const STOPS: readonly (readonly [string, (shell: PtyProgram, pid: number) => void])[] = [
  ["Ctrl+Z", (shell) => shell.press("ctrl+z")],
  ["kill -TSTP", (_, pid) => process.kill(pid, "SIGTSTP")],
  ["kill -STOP", (_, pid) => process.kill(pid, "SIGSTOP")],
];

test.each(STOPS)("after %s and fg the screen is whole, with what came before, and so is the title", async (_, stop) => {
  await using setup = await withScriptedModel(() => ({ text: "Understood." }));
  const { cwd, env } = setup.workspace;
  const args = ["--norc", "--noprofile", "-i"];
  await using shell = startPty({ command: "bash", args, cwd, env: { ...env, PS1: "$ " }, columns: 80, rows: 24 });
  await shell.waitForText("$ ");
  shell.send(`'${process.execPath}' '${builtCli}' & echo "pid $!"; fg\r`);
  await shell.waitForText(/─{30}\n/);
  const pid = Number(/pid (\d+)\s*\r/.exec(shell.output())?.[1]);
  await typeAndSee(shell, ["go\r", "Understood."], ["a draft", "a draft"]);
  stop(shell, pid);
  await shell.waitForText(/Stopped[\s\S]*\n\$/);
  const before = shell.output().length;
  shell.send("fg\r");
  await shell.waitForText(/Stopped[\s\S]*─\n ?a draft *\n─+\n.*scripted\/model/);
  await waitUntil(() => titles(shell.output().slice(before)).at(-1), { describe: () => "No title" });
  expect(titles(shell.output().slice(before)).at(-1)).toBe(`${basename(cwd)} — tau`);
  await typeAndSee(shell, [" goes on", "a draft goes on"]);
});

async function openWithEditor(
  setup: ScriptedSetup,
  mode: string,
  { rows = 24, editor: script = EDITOR } = {},
): Promise<TauOnTerminal> {
  const { workspace } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "model", terminal: { showTerminalProgress: true } };
  await workspace.configure("settings.json", settings);
  const editor = join(workspace.home, "editor.sh");
  await writeFile(editor, script);
  await chmod(editor, 0o755);
  const env = { EDITOR: editor, VISUAL: "", TAU_PROGRAM_STATUS: "1" };
  return await openTau(workspace, { rows, env, args: ["--tui-mode", mode, "--no-extensions"] });
}

async function edit(tau: TauOnTerminal): Promise<void> {
  tau.send(`a draft${CTRL_G}`);
  await waitUntil(() => tau.output().match(/<editing>/) ?? undefined, { describe: () => "The editor did not start" });
}

/** What was written while the editor had the terminal, and since. */
function parts(tau: TauOnTerminal): { lent: string; after: string } {
  const [, lent = "", after = ""] = /<editing>([\s\S]*?)<\/editing>([\s\S]*)/.exec(tau.output()) ?? [];
  return { lent, after };
}

function titles(output: string): string[] {
  return [...output.matchAll(/\x1b\]0;([^\x07]*)\x07/g)].map(([, title = ""]) => title);
}

async function logOf({ workspace }: ScriptedSetup): Promise<string> {
  const [file] = await sessionsOf(workspace).catch(() => []);
  return file === undefined ? "" : await readFile(file, "utf8");
}
