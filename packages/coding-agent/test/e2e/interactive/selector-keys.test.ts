import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau, type TauOnTerminal, typeAndSee } from "./open-tau.ts";

const CTRL = {
  a: "\x01",
  d: "\x04",
  n: "\x0e",
  o: "\x0f",
  p: "\x10",
  r: "\x12",
  s: "\x13",
  u: "\x15",
  x: "\x18",
} as const;
const ALT_UP = "\x1b[1;3A";
const SHIFT_CTRL_O = "\x1b[111;6u";

test("scoped models: all, none and providers count for what the search finds, and the order is the user's", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  const { workspace } = setup;
  const names = ["large-one", "large-two", "small-one"].map((id) => ({ id, contextWindow: 1000, maxTokens: 100 }));
  await workspace.configure("models.json", {
    providers: {
      scripted: { baseUrl: "http://127.0.0.1:9/v1", api: "openai-completions", apiKey: "key", models: names },
    },
  });
  await using tau = await openTau(workspace);
  const reopen = async () => {
    tau.send("/scoped-models\r");
    await tau.waitForText("goes through");
  };
  await reopen();
  tau.send("large");
  await tau.waitForText((screen) => !screen.includes("small-one"));
  tau.send(CTRL.a);
  await tau.waitForText("scripted/large-two ✓");
  tau.send(CTRL.u);
  await tau.waitForText(/large-two ✓[\s\S]*small-one +\d/);
  tau.press("down");
  await tau.waitForText("→ scripted/large-two ✓");
  tau.send(ALT_UP);
  await tau.waitForText(/large-two ✓[\s\S]*large-one ✓/);
  tau.send(CTRL.p);
  await tau.waitForText("scripted/small-one ✓");
  tau.send("small");
  await tau.waitForText((screen) => !screen.includes("large-two"));
  tau.send(CTRL.x);
  await tau.waitForText((screen) => !screen.includes("small-one ✓"));
  tau.send(CTRL.s);
  await tau.waitForText((screen) => !screen.includes("goes through"));
  expect(await leave(tau)).toBe(0);
  const settings = JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"));
  expect(settings.enabledModels).toEqual(["scripted/large-two", "scripted/large-one"]);
});

test("sessions: names, order, paths and what may not be deleted", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  for (const [id, prompt] of [
    ["one", "zebra"],
    ["two", "ant"],
  ] as const)
    await runCli({ workspace, args: ["--session-id", id, "-p", prompt] });
  await using tau = await openTau(workspace, { args: ["--session-id", "two"] });
  tau.send("/resume\r");
  await tau.waitForText(/→ ant +✓[\s\S]*zebra/);
  tau.resize(40, 15);
  tau.send(CTRL.d);
  await tau.waitForText("this session is open: leave it first");
  tau.resize(80, 24);
  tau.press("down");
  tau.send(CTRL.r);
  await tau.waitForText("Name of the session");
  tau.send("a horse\r");
  await tau.waitForText("→ a horse");
  expect(tau.picture()).not.toContain("this session is open");
  tau.send(CTRL.n);
  await tau.waitForText((screen) => screen.includes("a horse") && !/ant +✓/.test(screen));
  tau.send(CTRL.n);
  await tau.waitForText(/ant +✓/);
  tau.send(CTRL.s);
  await tau.waitForText(/a horse[\s\S]*ant +✓/);
  tau.send(CTRL.p);
  await tau.waitForText((screen) => screen.replace(/[\s│]/g, "").includes("Z_one.jsonl"));
});

test("sessions: why there are none to choose from is said", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  await using tau = await openTau(setup.workspace);
  tau.send("/resume\r");
  await tau.waitForText("None of this folder yet");
  tau.send("\t");
  await tau.waitForText("None yet");
  tau.send(CTRL.n);
  await tau.waitForText("None has a name");
  tau.send("x");
  await tau.waitForText("No matches");
});

test("sessions: what was deleted gives its place to the next, and what was renamed stays selected", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  for (const id of ["fourth", "third", "second", "first"])
    await runCli({ workspace, args: ["--session-id", id, "-p", id] });
  await using tau = await openTau(workspace, { rows: 30 });
  tau.send("/resume\r");
  await tau.waitForText(/→ first[\s\S]*second[\s\S]*third[\s\S]*fourth/);
  tau.press("down", "down");
  await tau.waitForText("→ third");
  tau.send(CTRL.d);
  await tau.waitForText('Delete "third"?');
  tau.press("down", "enter");
  await tau.waitForText((screen) => screen.includes("→ fourth") && !screen.includes("third"));
  tau.press("up");
  await tau.waitForText("→ second");
  tau.send(CTRL.r);
  await tau.waitForText("Name of the session");
  tau.send("renamed\r");
  await tau.waitForText("→ renamed");
});

test("sessions: a search finds the sessions that have its words, the latest first, and else titles that are like it", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  const prompts = {
    long: `a long one ${"about many other things ".repeat(40)} with a zebra in it`,
    other: "zone every beach, or rather all of them",
    short: "zebra crossing",
  };
  for (const [id, prompt] of Object.entries(prompts))
    await runCli({ workspace, args: ["--session-id", id, "-p", prompt] });
  await using tau = await openTau(workspace, { rows: 30, columns: 120 });
  await typeAndSee(tau, ["/resume\r", /→ zebra crossing[\s\S]*zone every[\s\S]*a long one/]);
  await typeAndSee(tau, ["ZEBRA", /→ zebra crossing .*\n.* {2}a long one/]);
  expect(tau.picture()).not.toContain("zone every");
  await typeAndSee(tau, [" long", "→ a long one"], ["\x15zevery", "→ zone every"]);
});

test("the tree's filters go forward and back", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("ok");
  tau.send("/tree\r");
  await tau.waitForText("prompts, answers and tools");
  for (const [keys, filter] of [
    [CTRL.o, "without tool results"],
    [CTRL.o, "your prompts only"],
    [SHIFT_CTRL_O, "without tool results"],
    [SHIFT_CTRL_O, "prompts, answers and tools"],
    [SHIFT_CTRL_O, "everything"],
  ] as const)
    await showsAfter(tau, keys, filter);
});

async function showsAfter(tau: TauOnTerminal, keys: string, text: string): Promise<void> {
  tau.send(keys);
  await tau.waitForText(text);
}

test("a key that is pressed again while its dialog opens opens no second one", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  await using tau = await openTau(setup.workspace);
  for (const [keys, title] of [
    ["\x0c\x0c\x0c", "╭─ Model"],
    ["\x12\x12\x12", "╭─ Earlier prompts"],
  ] as const) {
    tau.send("\x1b[200~a draft\x1b[201~\x15");
    await showsAfter(tau, keys, title);
    tau.press("escape");
    await tau.waitForText((screen) => !screen.includes("╭─"));
  }
});
