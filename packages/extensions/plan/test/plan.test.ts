import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest as todo } from "../../todo/manifest.ts";
import { manifest } from "../manifest.ts";
import { planText, readPlan } from "../plan-file.ts";

const PLAN = { title: "Add a cache", plan: "Put results into a map.", steps: ["Write cache.ts", "Use it in main.ts"] };
const submit = (plan: object = PLAN): ModelReply => ({
  toolCalls: [{ name: "submit_plan", arguments: plan as never }],
});

async function open(script: ModelReply[], options: Partial<ExtensionHarnessOptions> = {}) {
  let api: ExtensionAPI | undefined;
  const watch = (pi: ExtensionAPI) => {
    api = pi;
  };
  const harness = await createExtensionHarness({
    extensions: [manifest, todo, watch],
    script,
    mode: "tui",
    settings: { permissionMode: "auto" },
    ...options,
  });
  const results = () =>
    harness.session.messages.flatMap((message) =>
      message.role === "toolResult"
        ? [message.content.map((block) => ("text" in block ? block.text : "")).join("")]
        : [],
    );
  return { harness, results, mode: async () => await api?.permissions.getMode() };
}

test("/plan begins plan mode; a rejected plan comes back with a note, an approved one becomes the task list", async () => {
  const { harness, results, mode } = await open([submit(), submit(), { text: "carrying on" }]);
  await using _ = harness;
  const { window } = harness.terminal;
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await window.waitForText(seen);
  };
  await press(
    /Put results into a map[\s\S]*2\. Use it in main\.ts[\s\S]*2 steps[\s\S]*Approve, and carry it out[\s\S]*Reject it/,
    ..."/plan add a cache",
    "enter",
  );
  expect(await mode()).toBe("plan");
  expect(JSON.stringify(harness.server.requests[0]?.body)).toMatch(/Plan mode is on: look, read and ask/);
  expect(harness.server.requests[0]?.tools.map(({ name }) => name)).toContain("submit_plan");
  await press(/What should be different/, "down", "down", "enter");
  await press(/rejected: Use a file · [\s\S]*Approve, and carry it out/, ..."Use a file", "enter");
  expect(await mode()).toBe("plan");
  await press(/carrying on/, "enter");
  expect(await mode()).toBe("auto");
  await window.waitForText(/0\/2 Write cache\.ts/);
  const [rejected, approved] = results();
  expect(rejected).toBe(
    "The user rejected the plan: Use a file\nPlan mode is still on. Change the plan and submit it again, or ask.",
  );
  expect(approved).toMatch(/^The user approved the plan \(\.tau\/plans\/add-a-cache-2\.md\)\. Plan mode is over/);
  const folder = join(harness.workspace.cwd, ".tau/plans");
  expect(readdirSync(folder).sort()).toEqual(["add-a-cache-2.md", "add-a-cache.md"]);
  expect(readFileSync(join(folder, "add-a-cache.md"), "utf8")).toBe(planText(PLAN));
  expect(harness.errors).toEqual([]);
});

test("a plan can be edited before it is approved; plan mode outlives a restart, and /plan off ends it", async () => {
  const { harness, results, mode } = await open([{ text: "looking" }, submit(), { text: "done" }, { text: "off" }]);
  await using _ = harness;
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await harness.terminal.window.waitForText(seen);
  };
  await press(/Plan mode: the model changes nothing/, ..."/plan", "enter");
  await harness.prompt("go");
  await harness.restart();
  expect(await mode()).toBe("plan");
  const done = harness.prompt("now plan");
  await harness.terminal.window.waitForText(/Read or edit it/);
  await press(/Edit the plan/, "down", "enter");
  await press(/3 steps/, ..."\n3. Measure it", "enter");
  await press(/done/, "enter");
  await done;
  expect(results().at(-1)).toMatch(/The user changed it; this is the plan now:[\s\S]*3\. Measure it/);
  expect(await mode()).toBe("auto");
  await press(/Plan mode is not on/, ..."/plan off", "enter");
});

test("Escape decides nothing: the model waits, and the next message continues in plan mode", async () => {
  const { harness, results, mode } = await open([submit(), submit(), { text: "carrying on" }]);
  await using _ = harness;
  harness.terminal.press(..."/plan add a cache", "enter");
  await harness.terminal.window.waitForText(/Approve, and carry it out/);
  harness.terminal.press("escape");
  await harness.terminal.window.waitForText((screen) => /open · \.tau\/plans/.test(screen) && !/Approve/.test(screen));
  await harness.session.waitForIdle();
  expect(harness.server.requests).toHaveLength(1);
  expect(await mode()).toBe("plan");
  expect(results()[0]).toMatch(/has not decided about the plan.*wait for the user's next message/);
  harness.terminal.press(..."use a file", "enter");
  await harness.terminal.window.waitForText(/Approve, and carry it out/);
  harness.terminal.press("enter");
  await harness.terminal.window.waitForText("carrying on");
  expect(harness.errors).toEqual([]);
});

test("in a small terminal the question shows the steps, though the plan is longer than the screen", async () => {
  const steps = Array.from({ length: 8 }, (_, index) => `Step number ${index + 1}`);
  const plan = { ...PLAN, plan: "A line of the plan.\n".repeat(30), steps };
  const { harness } = await open([submit(plan), { text: "carrying on" }], { columns: 80, rows: 24 });
  await using _ = harness;
  harness.terminal.press(..."/plan add a cache", "enter");
  await harness.terminal.window.waitForText(
    /Carry out this plan\? 8 steps[\s\S]*│ 1\. Step number 1 [\s\S]*│ 6\. Step number 6 [\s\S]*│ and 2 more[\s\S]*Approve, and carry it out[\s\S]*Reject it/,
  );
  harness.terminal.press("enter");
  await harness.terminal.window.waitForText("carrying on");
  expect(harness.errors).toEqual([]);
});

test("where the steps do not fit, the answers and the keys stay visible", async () => {
  const steps = Array.from({ length: 6 }, (_, index) => `Step number ${index + 1} is a long one that needs two lines`);
  const { harness } = await open([submit({ ...PLAN, steps }), { text: "carrying on" }], { columns: 40, rows: 15 });
  await using _ = harness;
  harness.terminal.press(..."/plan add a cache", "enter");
  await harness.terminal.window.waitForText(
    /│ Carry out this plan\? 6 steps,[\s\S]*│ … [\s\S]*→ Approve[\s\S]*Reject it[\s\S]*enter choose · esc cancel/,
  );
  harness.terminal.press("enter");
  await harness.terminal.window.waitForText("carrying on");
  expect(harness.errors).toEqual([]);
});

test("what the user writes into a plan reaches the model as it is; one that was only read is not changed", async () => {
  const { harness, results } = await open([submit(), { text: "carrying on" }]);
  await using _ = harness;
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await harness.terminal.window.waitForText(seen);
  };
  await press(/Read or edit it/, ..."/plan add a cache", "enter");
  await press(/Edit the plan/, "down", "enter");
  await press(/Carry out this plan\? 2 steps/, "enter");
  await press(/Edit the plan/, "down", "enter");
  await press(
    /as you changed it\? 2 steps/,
    "alt+enter",
    ..."## Limits",
    "alt+enter",
    "alt+enter",
    ..."- At most 10 entries.",
    "enter",
  );
  await press(/carrying on/, "enter");
  const text = `${planText(PLAN).trim()}\n\n## Limits\n\n- At most 10 entries.`;
  expect(results().at(-1)).toContain(text);
  expect(readFileSync(join(harness.workspace.cwd, ".tau/plans/add-a-cache.md"), "utf8").trim()).toBe(text);
  expect(harness.errors).toEqual([]);
});

test("another mode that the user chooses ends plan mode; a session that takes the place of one in plan mode is not in it", async () => {
  const { harness, mode } = await open([{ text: "looking" }, { text: "next" }]);
  await using _ = harness;
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await harness.terminal.window.waitForText(seen);
  };
  await press(/Plan mode: the model changes nothing/, ..."/plan", "enter");
  await press(/Plan mode is on already/, ..."/plan", "enter");
  await press(/Permissions: auto \(/, ..."/permissions auto", "enter");
  await harness.prompt("go");
  expect(JSON.stringify(harness.server.requests[0]?.body)).toContain("Plan mode is over.");
  await harness.restart();
  expect(await mode()).toBe("auto");
  await press(/Plan mode is not on/, ..."/plan off", "enter");
  await press(/Plan mode: the model changes nothing/, ..."/plan", "enter");
  expect(await mode()).toBe("plan");
  harness.terminal.press(..."/new", "enter");
  await expect.poll(mode).toBe("auto");
  expect(harness.errors).toEqual([]);
});

test("without a user the plan is written and left open; outside plan mode, and without steps, it is refused", async () => {
  const asked = [submit(), submit({ ...PLAN, steps: [" "] }), { text: "summary" }];
  const { harness, results } = await open(asked, { mode: "print", settings: { permissionMode: "plan" } });
  await using _ = harness;
  await harness.prompt("go");
  expect(results()[0]).toMatch(/was written to \.tau\/plans\/add-a-cache\.md\. There is no user here/);
  expect(results()[1]).toBe("The plan has no steps. Give at least one.");
  const other = await open([submit(), { text: "ok" }], { mode: "print" });
  await using _other = other.harness;
  await other.harness.prompt("go");
  expect(other.results()[0]).toMatch(/^Plan mode is not on/);
});

test("a plan that a person has changed is read as it is", () => {
  expect(readPlan(planText(PLAN))).toEqual(PLAN);
  const text = "# Title\n\nBody with\n\n- a list\n\n## Steps\n\n- one\n* two\n3) three\n\nnot a step\n";
  expect(readPlan(text)).toEqual({ title: "Title", plan: "Body with\n\n- a list", steps: ["one", "two", "three"] });
  const twice = "# Title\n\n## Steps\n\n1. of the body\n\n## Steps\n\n1. one\n\n## Risks\n\n- none\n";
  expect(readPlan(twice)).toEqual({ title: "Title", plan: "## Steps\n\n1. of the body", steps: ["one"] });
  expect(readPlan("only words")).toEqual({ title: "Plan", plan: "only words", steps: [] });
});

test("a plan that was not accepted for its arguments says why, and so does a task list", async () => {
  const wrong = (name: string): ModelReply => ({ toolCalls: [{ name, arguments: { title: 5 } as never }] });
  const { harness } = await open([wrong("submit_plan"), wrong("todo"), { text: "gave up" }]);
  await using _ = harness;
  harness.terminal.press(..."/plan add a cache", "enter");
  await harness.terminal.window.waitForText(/gave up/);
  const text = harness.terminal.window.text();
  expect(text).toMatch(/arguments for tool "submit_plan"[\s\S]*arguments for tool "todo"/);
  expect(text).not.toContain("undefined");
});
