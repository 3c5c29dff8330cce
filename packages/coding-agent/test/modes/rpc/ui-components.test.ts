import { expect, test } from "vitest";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

const QUESTIONS = `[
  { id: "fruit", question: "Which fruit?", options: [{ label: "apple" }, { label: "pear" }], recommended: 1 },
  { id: "sizes", question: "Which sizes?", options: [{ label: "small" }, { label: "large" }], multi: true },
]`;

const EXTENSION = `export default (pi: any) => {
  const command = (name: string, run: (ui: any) => Promise<unknown>) =>
    pi.registerCommand(name, {
      handler: async (_: string, ctx: any) => ctx.ui.notify(JSON.stringify((await run(ctx.ui)) ?? null)),
    });
  command("ask", (ui) => ui.ask(${QUESTIONS}));
  command("late", (ui) => ui.ask(${QUESTIONS}, { timeout: 20 }));
  command("progress", async (ui) => {
    const row = ui.progress("Building", { fraction: 0.25 });
    row.update({ fraction: 0.5 });
    row.done();
  });
  command("list", async (ui) => {
    const list = ui.list({
      title: "Jobs",
      rows: [{ id: "1", label: "build", cells: ["running"], children: [{ id: "2", label: "link" }] }],
      details: (row: any) => "details of " + row.label,
      keys: [{ key: "d", description: "stop", run: (row: any, open: any) => { open.update([{ id: "3", label: "stopped " + row.label }]); } }],
    });
    return await list.closed;
  });
  command("diff", (ui) => ui.diff({ title: "a.txt", change: { before: "one\\n", after: "two\\n" }, path: "a.txt", actions: ["Apply", "Reject"] }));
  command("status", async (ui) => { ui.setStatus("key", "busy", { priority: 80 }); });
};
`;

async function start() {
  const setup = await withScriptedModel({ text: "ok" }, { files: { "probe.ts": EXTENSION } });
  const rpc = new RpcProcess(setup, ["-e", "probe.ts"]);
  let seen = 0;
  /** The next request of the method. */
  const next = async (method: string) => {
    const request = await rpc.find((line) => line.type === "extension_ui_request" && line.method === method, seen);
    seen = rpc.lines.findIndex(({ id }) => id === request.id) + 1;
    const { type: _, id, method: __, ...rest } = request;
    return { id, rest, answer: (reply: object) => rpc.write({ type: "extension_ui_response", id, ...reply }) };
  };
  return {
    rpc,
    next,
    send: (message: string) => rpc.write({ type: "prompt", message }),
    result: async () => JSON.parse(String((await next("notify")).rest.message)),
    async [Symbol.asyncDispose]() {
      await rpc[Symbol.asyncDispose]();
      await setup[Symbol.asyncDispose]();
    },
  };
}

test("a client that has declared nothing is asked one question after the other, with what pi's clients know", async () => {
  await using client = await start();
  client.send("/ask");
  const first = await client.next("select");
  expect(first.rest).toEqual({
    title: "Which fruit?",
    options: ["apple", "pear (Recommended)", "Other (type your own)"],
  });
  first.answer({ value: "Other (type your own)" });
  (await client.next("editor")).answer({ value: "a fig" });
  for (const value of ["[ ] large", "[ ] small", "[x] large", "[ ] large"])
    (await client.next("select")).answer({ value });
  const last = await client.next("select");
  expect(last.rest).toEqual({
    title: "Which sizes?",
    options: ["[x] small", "[x] large", "Other (type your own)", "Done selecting"],
  });
  last.answer({ value: "Done selecting" });
  expect(await client.result()).toEqual([
    { id: "fruit", selected: [], other: "a fig" },
    { id: "sizes", selected: ["small", "large"] },
  ]);
});

test("turning one question away turns all away; where nobody answers in time, the recommended or first one counts", async () => {
  await using client = await start();
  client.send("/ask");
  (await client.next("select")).answer({ value: "apple" });
  (await client.next("select")).answer({ cancelled: true });
  expect(await client.result()).toBeNull();
  client.send("/late");
  expect((await client.next("select")).rest).toMatchObject({ timeout: 20 });
  expect(await client.result()).toEqual([
    { id: "fruit", selected: ["pear"], timedOut: true },
    { id: "sizes", selected: ["small"], timedOut: true },
  ]);
});

test("a client that has declared the methods gets the questions as one, and what it may draw itself", async () => {
  await using client = await start();
  const methods = ["ask", "diff", "progress"];
  expect(await client.rpc.data("set_ui_methods", { methods })).toEqual({ methods });
  client.send("/ask");
  const asked = await client.next("ask");
  expect(asked.rest).toMatchObject({
    questions: [
      { id: "fruit", recommended: 1 },
      { id: "sizes", multi: true },
    ],
  });
  asked.answer({
    answers: [
      { id: "fruit", selected: ["pear", "never offered"] },
      { id: "sizes", selected: [], other: "huge" },
    ],
  });
  expect(await client.result()).toEqual([
    { id: "fruit", selected: ["pear"] },
    { id: "sizes", selected: [], other: "huge" },
  ]);
  client.send("/ask");
  (await client.next("ask")).answer({ answers: [{ id: "fruit", selected: ["pear"] }] });
  expect(await client.result(), "an answer that lacks a question").toBeNull();
  client.send("/late");
  expect(await client.result()).toMatchObject([
    { selected: ["pear"], timedOut: true },
    { selected: ["small"], timedOut: true },
  ]);

  client.send("/progress");
  const row = await client.next("progress");
  expect(row.rest).toEqual({ progressKey: expect.any(String), text: "Building", fraction: 0.25 });
  expect((await client.next("progress")).rest).toEqual({ ...row.rest, fraction: 0.5 });
  expect((await client.next("progress")).rest).toEqual({ progressKey: row.rest.progressKey });
  expect(await client.result()).toBeNull();

  client.send("/diff");
  const diff = await client.next("diff");
  expect(diff.rest).toMatchObject({ title: "a.txt", path: "a.txt", actions: ["Apply", "Reject"] });
  expect(diff.rest.diff).toContain("-one\n+two");
  diff.answer({ value: "Apply" });
  expect(await client.result()).toBe("Apply");
});

test("progress becomes a status, a change a question, and a list a row of questions", async () => {
  await using client = await start();
  client.send("/progress");
  const shown = [await client.next("setStatus"), await client.next("setStatus"), await client.next("setStatus")];
  const { statusKey } = shown[0]?.rest ?? {};
  expect(shown.map(({ rest }) => rest)).toEqual([
    { statusKey, statusText: "Building 25%" },
    { statusKey, statusText: "Building 50%" },
    { statusKey },
  ]);
  expect(await client.result()).toBeNull();

  client.send("/diff");
  const diff = await client.next("select");
  expect(diff.rest).toMatchObject({ title: expect.stringContaining("-one\n+two"), options: ["Apply", "Reject"] });
  diff.answer({ value: "Reject" });
  expect(await client.result()).toBe("Reject");

  client.send("/list");
  const rows = await client.next("select");
  expect(rows.rest).toEqual({ title: "Jobs", options: ["build  running", "  link"] });
  rows.answer({ value: "build  running" });
  const actions = await client.next("select");
  expect(actions.rest).toEqual({ title: "build\ndetails of build", options: ["stop", "Back"] });
  actions.answer({ value: "stop" });
  const updated = await client.next("select");
  expect(updated.rest).toEqual({ title: "Jobs", options: ["stopped build"] });
  updated.answer({ cancelled: true });
  expect(await client.result()).toBeNull();

  client.send("/status");
  expect((await client.next("setStatus")).rest).toEqual({ statusKey: "key", statusText: "busy", statusPriority: 80 });
});

test("a method that there is not is refused", async () => {
  await using client = await start();
  expect(await client.rpc.ask("set_ui_methods", { methods: ["dance"] })).toMatchObject({ success: false });
});
