import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot, runCli, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau, type TauOnTerminal, typeAndSee } from "./open-tau.ts";

const UP = "\x1b[A";
const DOWN = "\x1b[B";
const LEFT = "\x1b[D";
const RIGHT = "\x1b[C";
const ESCAPE = "\x1b";

/** Every example of the manual's section on parts of a screen, as extensions of the user's own. */
async function addExamples({ tauHome }: Workspace): Promise<void> {
  const page = await readFile(join(repositoryRoot, "docs/extensions.md"), "utf8");
  const section = /\n## Parts of a screen\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";
  const blocks = [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
  expect(blocks).toHaveLength(5);
  await mkdir(join(tauHome, "extensions"), { recursive: true });
  for (const [index, code] of blocks.entries())
    await writeFile(join(tauHome, "extensions", `example-${index}.ts`), code);
}

async function openWithExamples(options: Parameters<typeof openTau>[1] = {}) {
  const setup = await withScriptedModel({ text: "fine" });
  await addExamples(setup.workspace);
  const tau = await openTau(setup.workspace, options);
  return Object.assign(tau, {
    workspace: setup.workspace,
    async [Symbol.asyncDispose]() {
      await tau.kill();
      await setup[Symbol.asyncDispose]();
    },
  });
}

const LOOKS = [
  ["regular at 120x40", { columns: 120, rows: 40 }],
  ["regular at 80x24", { columns: 80, rows: 24 }],
  ["regular at 40x15", { columns: 40, rows: 15 }],
  ["fullscreen", { columns: 80, rows: 24, args: ["--tui-mode", "fullscreen"] }],
  ["ASCII", { columns: 80, rows: 24, args: ["--ascii"], until: /-{30}\n/ }],
] as const;

test.each(LOOKS)("the examples of the manual work on a screen: %s", async (_, options) => {
  await using tau = await openWithExamples(options);
  await askQuestions(tau);
  await lookAtLists(tau);
  await lookAtChange(tau);
  await watchProgress(tau, tau.workspace);
  await usePrefix(tau);
  expect(await leave(tau)).toBe(0);
});

async function askQuestions(tau: TauOnTerminal): Promise<void> {
  await typeAndSee(
    tau,
    ["/scaffold\r", /[→>] SQLite \(Recommended\)/],
    [DOWN, /[→>] files/],
    ["\r", /What else\?[\s\S]*[→>] \[ \] tests/],
    [DOWN, /[→>] \[ \] CI/],
    [" ", /[→>] \[x\] CI/],
    [LEFT, /[→>] files [✓x]/],
    [RIGHT, /[→>] \[x\] CI/],
    [DOWN, /[→>] \[ \] Other/],
    ["\r", /enter accept/],
    ["docs\r", /\[x\] Other \(type your own\): docs/],
    [DOWN, /[→>] Done selecting/],
    ["\r", /Scaffolding: files; CI,\s+docs/],
    ["/scaffold\r", /Recommended/],
    [ESCAPE, /Nothing was scaffolded\./],
  );
}

async function lookAtLists(tau: TauOnTerminal): Promise<void> {
  await typeAndSee(
    tau,
    ["/builds\r", /target +state[\s\S]*[→>] [▾v] app +running[\s\S]*ui +done/],
    [DOWN, /[→>] (?:└─|\+-) ui/],
    ["\r", /The log of ui/],
    [ESCAPE, /running/],
    ["s", /app +stopped/],
    [ESCAPE, (screen) => !screen.includes("target")],
    ["/pick\r", /[→>] shopping[\s\S]*The text of note 1/],
    ["read", /[→>] reading[\s\S]*The text of note 2/],
    ["\r", (screen) => /^reading *$/m.test(screen)],
    ["\x15", (screen) => !/^reading *$/m.test(screen)],
  );
}

async function lookAtChange(tau: TauOnTerminal): Promise<void> {
  await typeAndSee(
    tau,
    ["/propose\r", /1 - const port = 80;[\s\S]*1 \+ const port = 8080;[\s\S]*Apply [│|] Discard/],
    ["\r", "Applied."],
    ["/propose\r", "Apply"],
    [RIGHT, "Discard"],
    ["\r", "Discarded."],
  );
}

/** Files that are read to their end when the test wants it. */
async function watchProgress(tau: TauOnTerminal, workspace: Workspace): Promise<void> {
  await promisify(execFile)(
    "mkfifo",
    ["a.ts", "b.ts"].map((name) => workspace.path(name)),
  );
  tau.send("/count a.ts b.ts\r");
  await tau.waitForText(/Counting a\.ts [░:]+ 0% [·-] \d+ s/);
  await writeFile(workspace.path("a.ts"), "one\n");
  await tau.waitForText(/Counting b\.ts [█#]+[░:]+ 50%/);
  await writeFile(workspace.path("b.ts"), "two\n");
  await tau.waitForText((screen) => !screen.includes("Counting") && screen.includes("counted"));
}

async function usePrefix(tau: TauOnTerminal): Promise<void> {
  await typeAndSee(tau, ["$", /[─-]{3} python [─-]+/], [' print("from" + " python")', "print"], ["\r", "from python"]);
  expect(tau.terminal.text()).not.toMatch(/fine/);
}

test("a screen that is read out says what is asked, what is chosen and what is under way", async () => {
  await using tau = await openWithExamples({ args: ["--plain"], until: /> / });
  await typeAndSee(
    tau,
    ["/scaffold\r", /Where is the data kept\?[\s\S]*→ SQLite \(Recommended\)/],
    [DOWN, /→ files/],
    ["\r", /What else\?[\s\S]*→ \[ \] tests/],
    [" ", /→ \[x\] tests/],
    [UP, /→ Done selecting/],
    ["\r", /Scaffolding: files; tests/],
  );
  await promisify(execFile)("mkfifo", [tau.workspace.path("a.ts")]);
  tau.send("/count a.ts\r");
  await tau.waitForText(/^Counting a\.ts$/m);
  await writeFile(tau.workspace.path("a.ts"), "one\n");
  expect(await leave(tau)).toBe(0);
});

test("the theme may be light, and the questions may be left to time", async () => {
  const late = `export default (pi) => pi.registerCommand("late", { handler: async (_args, { ui }) => {
    const answers = await ui.ask([{ id: "a", question: "Still there?", options: [{ label: "yes" }, { label: "no" }], recommended: 1 }], { timeout: 300 });
    ui.notify(JSON.stringify(answers), "warning");
    const kept = ui.ask([{ id: "b", question: "And now?", options: [{ label: "yes" }, { label: "no" }] }], { timeout: 60_000 });
    ui.notify(JSON.stringify(await kept), "warning");
    const controller = new AbortController();
    const aborted = ui.ask([{ id: "c", question: "Aborted?", options: [] }], { signal: controller.signal });
    controller.abort();
    ui.notify(String(await aborted), "warning");
  } });`;
  await using setup = await withScriptedModel({ text: "fine" });
  await setup.workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    theme: "light",
  });
  await mkdir(join(setup.workspace.tauHome, "extensions"));
  await writeFile(join(setup.workspace.tauHome, "extensions/late.ts"), late);
  await using tau = await openTau(setup.workspace);
  tau.send("/late\r");
  await tau.waitForText('[{"id":"a","selected":["no"],"timedOut":true}]');
  await tau.waitForText(/60 s left|59 s left/);
  tau.send(DOWN);
  // The first key stops the clock.
  await tau.waitForText((screen) => /→ no/.test(screen) && !/s left/.test(screen));
  tau.send("\r");
  await tau.waitForText('[{"id":"b","selected":["no"]}]');
  await tau.waitForText("undefined");
  expect(await leave(tau)).toBe(0);
});

test("without a screen every question is turned away and nothing is shown", async () => {
  await using setup = await withScriptedModel({ text: "fine" });
  const { workspace } = setup;
  await workspace.write(
    "probe.ts",
    `export default (pi) => pi.registerCommand("probe", { handler: async (_args, { ui }) => {
      const row = ui.progress("Working");
      row.update({ fraction: 0.5 });
      row.done();
      ui.addInputPrefix({ prefix: "$", label: "x", run: () => {} })();
      const list = ui.list({ title: "Rows", rows: [] });
      list.update([{ id: "1", label: "one" }]);
      const facts = [await ui.ask([{ id: "a", question: "?", options: [{ label: "x" }] }]), await list.closed,
        await ui.diff({ title: "t", change: "", actions: ["Apply"] })];
      process.stderr.write(JSON.stringify(facts));
    } });`,
  );
  const exit = await runCli({ workspace, args: ["-p", "-e", "probe.ts", "/probe"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "", stderr: "[null,null,null]" });
});
