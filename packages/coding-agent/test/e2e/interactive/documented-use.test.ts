import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau, typeAndSee } from "./open-tau.ts";

/** What the manual says of keys and sessions and no other test tries. */

/** As terminals send them that tell one key from two. */
const SHIFT_ENTER = "\x1b[13;2u";
const ESCAPE = "\x1b[27u";
const CTRL = { l: "\x0c", n: "\x0e", p: "\x10", s: "\x13", t: "\x14", x: "\x18" } as const;

test("the editor takes lines, completes paths, and tells what Ctrl+C does by what is there", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }), { files: { "notes/plan.txt": "x" } });
  await using tau = await openTau(setup.workspace, { columns: 80 });
  await typeAndSee(tau, [`one${SHIFT_ENTER}two`, /one *\n *two/], ["\r", "fine"]);
  expect(JSON.stringify(setup.server.requests[0]?.body)).toContain("one\\ntwo");
  await typeAndSee(tau, ["look at notes/pl\t", "look at notes/plan.txt"]);
  tau.press("ctrl+c");
  await tau.waitForText((screen) => !/─\n *look at/.test(screen));
  expect(await leave(tau)).toBe(0);
});

test("a command of the user's waits for nobody: a second one stays in the editor until the first has ended", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await using tau = await openTau(setup.workspace, { columns: 80 });
  await typeAndSee(tau, ["!echo begun; sleep 60\r", /^ *begun/m], ["!!echo second\r", /─\n *!!echo second/]);
  await tau.waitForText("A command is running already.");
  tau.press("escape");
  await tau.waitForText(/begun[\s\S]*(cancelled|stopped)/i);
  await typeAndSee(tau, ["\r", /^ *second/m]);
  expect(await leave(tau)).toBe(0);
});

test("Ctrl+C in an empty editor stops what Escape stops: a command of the user's, and a run with what waits for it", async () => {
  await using setup = await withScriptedModel(() => ({ failure: "silence" }));
  await using tau = await openTau(setup.workspace, { columns: 80 });
  await typeAndSee(tau, ["!echo begun; sleep 60\r", /^ *begun/m], ["\x03", /begun\s+stopped/]);
  await typeAndSee(tau, ["work\r", "Working…"], ["wait\r", "Next: wait"]);
  // Twice within a moment would leave.
  await tau.waitForText(/Working… [2-9] s/);
  await typeAndSee(tau, ["\x03", /Stopped\.\s+─+\n *wait/]);
  expect(tau.terminal.text()).not.toContain("Next: wait");
  tau.press("ctrl+d", "backspace");
});

test("queued messages come back with Escape, answers are copied, and folds open and close by their keys", async () => {
  const waiting = Promise.withResolvers<void>();
  await using setup = await withScriptedModel(async ({ index }) => {
    if (index === 0) return { text: "The answer to copy.", thinking: "Hidden depths." };
    await waiting.promise;
    return { text: "too late" };
  });
  await using tau = await openTau(setup.workspace, { columns: 80, rows: 30 });
  await typeAndSee(tau, ["go\r", /Hidden depths\.[\s\S]*The answer to copy\./], [CTRL.x, /Copied/i]);
  tau.send(CTRL.t);
  await tau.waitForText((screen) => !screen.includes("Hidden depths."));
  await typeAndSee(tau, [CTRL.t, "Hidden depths."]);
  await typeAndSee(tau, ["again\r", "Working…"], ["waits its turn\r", /waits its turn/]);
  tau.press("escape");
  await tau.waitForText(/─\n *waits its turn/);
  waiting.resolve();
  tau.press("ctrl+c");
  await tau.waitForText((screen) => !/─\n *waits its turn/.test(screen));
  await typeAndSee(tau, [CTRL.l, "╭─ Model"]);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("╭─ Model"));
  await typeAndSee(tau, [ESCAPE + ESCAPE, "╭─ Session tree"]);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("╭─ Session tree"));
  expect(await leave(tau)).toBe(0);
});

test("the list of sessions shows paths, sorts otherwise, and can be limited to those with a name", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  await runCli({ workspace, args: ["-p", "nameless work"] });
  await runCli({ workspace, args: ["-p", "-n", "parser work", "something"] });
  await using tau = await openTau(workspace, { columns: 120, rows: 30 });
  await typeAndSee(tau, ["/resume\r", /parser work[\s\S]*nameless work/]);
  tau.send(CTRL.n);
  await tau.waitForText((screen) => screen.includes("parser work") && !screen.includes("nameless work"));
  await typeAndSee(tau, [CTRL.n, "nameless work"], [CTRL.p, /work\b.*\.jsonl|tau-workspace/]);
  const before = tau.terminal.text();
  tau.send(CTRL.s);
  await tau.waitForText(() => tau.terminal.text() !== before);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("╭─ Sessions"));
  expect(await leave(tau)).toBe(0);
});

test("/compact works with the automatic kind switched off, and heeds what is to be kept", async () => {
  await using setup = await withScriptedModel(() => ({ text: "An answer of some length. ".repeat(40) }));
  const { workspace, server } = setup;
  await workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    compaction: { enabled: false, keepRecentTokens: 1 },
  });
  await using tau = await openTau(workspace, { columns: 100, rows: 40 });
  for (const prompt of ["first", "second"]) {
    const asked = server.requests.length;
    tau.send(`${prompt}\r`);
    await tau.waitForText((screen) => server.requests.length > asked && !screen.includes("Working…"));
  }
  await typeAndSee(tau, ["/compact keep the cake\r", /[Cc]ompacted/]);
  expect(server.requests.some(({ body }) => JSON.stringify(body).includes("keep the cake"))).toBe(true);
  expect(await leave(tau)).toBe(0);
});

test("keys that the user gives the history are the history's, whatever else is on them and wherever the cursor is", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  await setup.workspace.configure("keybindings.json", {
    "tui.editor.historyPrevious": "ctrl+p",
    "tui.editor.historyNext": "ctrl+o",
  });
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["older\r", /older[\s\S]*ok/], ["newer\r", /newer[\s\S]*ok/]);
  await typeAndSee(tau, ["\x10", /─\n *newer/], ["\x1b[D\x10", /─\n *older/], ["\x0f", /─\n *newer/]);
});

test("/reload tells what is wrong with a theme", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  await using tau = await openTau(setup.workspace);
  await setup.workspace.configure("themes/mine.json", { name: "a/b", colors: {} });
  await typeAndSee(tau, [
    "/reload\r",
    /mine\.json[\s\S]*"a\/b" is no name for a\s+theme[\s\S]*Everything was reloaded/,
  ]);
});
