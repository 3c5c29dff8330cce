import type { ExtensionAPI } from "@tau/coding-agent";
import type { ModelReply, ModelRequest, ModelScript } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, onTestFinished, test } from "vitest";
import { manifest } from "../manifest.ts";

/** One token costs a millionth of a dollar in, and two out. */
const PRICED = { cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 } };

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const hand = (data: unknown) => call("yield", { data });
const order = (agent: string, ids: readonly string[], rest: object = {}) =>
  call("task", { agent, tasks: ids.map((id) => ({ id, task: `Do ${id}.` })), ...rest });

const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");
const said = ({ body }: ModelRequest) => JSON.stringify(body);

/** The parent's answers in order, and one function for all children. */
function family(
  parent: readonly ModelReply[],
  child: (request: ModelRequest) => ModelReply | Promise<ModelReply>,
): ModelScript {
  let next = 0;
  return (request) => (isChild(request) ? child(request) : (parent[next++] ?? { failure: "invalid-request" }));
}

function open(script: ModelScript, options: Partial<ExtensionHarnessOptions> = {}) {
  return createExtensionHarness({ extensions: [manifest], script, model: PRICED, ...options });
}

function result({ session }: ExtensionHarness, at = 0) {
  const results = session.messages.filter((message) => message.role === "toolResult" && message.toolName === "task");
  const found = results[at];
  if (found?.role !== "toolResult") throw new Error("The tool was not called.");
  const text = found.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return {
    text,
    isError: found.isError,
    details: found.details as { tasks: { id: string; status: string; cost: number }[] },
  };
}

test("P-OMP-53: a batch of four with two at once: results in order, each agent in its own context, the cost is the session's", async () => {
  let running = 0;
  let most = 0;
  const held = Promise.withResolvers<void>();
  const script = family(
    [order("explore", ["a", "b", "c", "d"], { context: "The house is old." }), { text: "all done" }],
    async (request) => {
      most = Math.max(most, ++running);
      const [, id = ""] = /Do (\w)\./.exec(said(request)) ?? [];
      // The first ends after the others have begun.
      if (id === "d") held.resolve();
      if (id === "a") await held.promise;
      running--;
      return hand(`report of ${id}`);
    },
  );
  await using harness = await open(script, { settings: { task: { maxConcurrency: 2 } } });
  expect(await harness.prompt("go")).toBe("all done");
  const { text, isError, details } = result(harness);
  expect(text.split("\n\n")).toEqual(
    ["a", "b", "c", "d"].map((id, index) => `## ${index}-${id} (explore): completed\nreport of ${id}`),
  );
  expect(isError).toBe(false);
  expect(details.tasks.map(({ id, status }) => [id, status])).toEqual([
    ["0-a", "completed"],
    ["1-b", "completed"],
    ["2-c", "completed"],
    ["3-d", "completed"],
  ]);
  expect(most).toBe(2);
  const children = harness.server.requests.filter(isChild);
  expect(children).toHaveLength(4);
  for (const request of children) {
    expect(request.tools.map(({ name }) => name).sort()).toEqual(["find", "grep", "ls", "read", "yield"]);
    expect(said(request)).toMatch(/You find things out.*The house is old\./);
    expect(said(request).match(/Do \w\./g)).toHaveLength(1);
  }
  const { cost } = harness.session.getSessionStats();
  const own = harness.session.messages.reduce(
    (sum, message) => sum + (message.role === "assistant" ? message.usage.cost.total : 0),
    0,
  );
  const handed = details.tasks.reduce((sum, view) => sum + view.cost, 0);
  expect(handed).toBeGreaterThan(0);
  expect(cost - own).toBeCloseTo(handed, 10);
  expect(harness.errors).toEqual([]);
});

test("files are handed over with their text to every agent; what cannot be read is an error, and no agent begins", async () => {
  const files = { "a.txt": "the text of a\n", "secret.txt": "the secret\n", "x.png": "\x89PNG\r\n\x1a\n" };
  const policy = (pi: ExtensionAPI) =>
    pi.on("tool_call", ({ toolName, input }) =>
      toolName === "read" && input.path === "secret.txt" ? { block: true, reason: "private" } : undefined,
    );
  const script = family(
    [
      order("explore", ["a", "b"], { files: ["a.txt", "a.txt"], context: "It is old." }),
      ...["none.txt", "secret.txt"].map((path) => order("explore", ["c"], { files: [path] })),
      { text: "ok" },
    ],
    () => hand("done"),
  );
  await using harness = await open(script, { files, extensions: [manifest, policy] });
  await harness.prompt("go");
  const children = harness.server.requests.filter(isChild);
  expect(children).toHaveLength(2);
  for (const request of children)
    expect(said(request)).toMatch(
      /<context>\\n<file name=\\"a\.txt\\">\\nthe text of a\\n<\/file>\\n\\nIt is old\.\\n<\/context>\\n\\nDo [ab]\./,
    );
  expect(result(harness, 1)).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^none\.txt cannot be handed over: /),
  });
  expect(result(harness, 2)).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^secret\.txt cannot be handed over: .*private/),
  });
  expect(result(harness, 2).text).not.toContain("the secret");
});

test("P-OMP-35, 36: an unknown or disabled agent and bad ids are errors that say what there is", async () => {
  const parent = [
    order("nobody", ["a"]),
    order("plan", ["a"]),
    order("task", ["a", "A"]),
    order("task", [" "]),
    order("task", []),
    { text: "ok" },
  ];
  await using harness = await open(parent, {
    files: { ".tau/agents/bad.md": "---\ndescription: bad\ntools: [read\n---\nBad." },
    settings: { task: { disabledAgents: ["plan"] } },
  });
  await harness.prompt("go");
  expect(result(harness).text).toMatch(
    /^There is no agent "nobody". There are: explore, task, quick_task, review\.\n.*bad\.md:.*left out$/,
  );
  expect(result(harness, 1).text).toMatch(/There is no agent "plan"/);
  expect(result(harness, 2).text).toMatch(/Two tasks have the id "A"/);
  expect(result(harness, 3).text).toMatch(/empty id/);
  expect(result(harness, 4).text).toMatch(/at least one task/);
  expect(harness.session.messages.filter((message) => message.role === "toolResult" && !message.isError)).toEqual([]);
});

const SCHEMA = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };

test("R276: output that misses the schema comes back for correction; P-OMP-38: the agent's schema counts more", async () => {
  const answers = [hand({ count: "many" }), hand({ count: 3 }), hand({ names: ["x"] })];
  const script = family(
    [order("task", ["a"], { schema: SCHEMA }), order("strict", ["b"], { schema: SCHEMA }), { text: "ok" }],
    () => answers.shift() ?? { text: "?" },
  );
  await using harness = await open(script, {
    files: {
      ".tau/agents/strict.md":
        "---\ndescription: strict\noutput:\n  type: object\n  properties:\n    names: { type: array }\n  required: [names]\n---\nYou are strict.",
    },
  });
  await harness.prompt("go");
  expect(result(harness).text).toBe('## 0-a (task): completed\n{\n  "count": 3\n}');
  expect(said(harness.server.requests[2] as ModelRequest)).toMatch(/Invalid arguments for tool \\?"yield/);
  expect(result(harness, 1).text).toMatch(/^## 1-b \(strict\): completed\n.*names/s);
});

test("P-OMP-52: a schema that cannot be satisfied ends in a result that says so", async () => {
  const script = family([order("task", ["a"], { schema: { not: {} } }), { text: "ok" }], () => hand(1));
  await using harness = await open(script);
  expect(await harness.prompt("go")).toBe("ok");
  expect(result(harness)).toMatchObject({
    isError: true,
    text: expect.stringMatching(/failed\. Its output did not fit the schema in 4 attempts/),
  });
  expect(harness.server.requests.filter(isChild)).toHaveLength(4);
});

test("P-OMP-50: an agent that never yields is reminded three times, then its last answer is taken with a warning", async () => {
  let count = 0;
  const script = family([order("task", ["a"]), { text: "ok" }], () => ({ text: `answer ${++count}` }));
  await using harness = await open(script);
  await harness.prompt("go");
  expect(result(harness).text).toBe(
    "## 0-a (task): completed\nWarning: It ended without yield; this is its last answer.\nanswer 4",
  );
  expect(said(harness.server.requests[2] as ModelRequest)).toMatch(/You ended without handing over a result/);
});

test("without yield, text that is JSON and fits the schema counts; other text is a failure", async () => {
  const script = family(
    [order("task", ["a"], { schema: SCHEMA }), order("task", ["b"], { schema: SCHEMA }), { text: "ok" }],
    (request) => ({ text: /Do a/.test(said(request)) ? '```json\n{"count":1}\n```' : "three or so" }),
  );
  await using harness = await open(script);
  await harness.prompt("go");
  expect(result(harness)).toMatchObject({ isError: false });
  expect(result(harness, 1).text).toMatch(/failed\. Its last answer does not fit the schema: it is not JSON/);
});

test("P-OMP-51: an agent that gives up is an aborted result with its reason", async () => {
  const script = family([order("task", ["a"]), { text: "ok" }], () =>
    call("yield", { error: "There is no such file." }),
  );
  await using harness = await open(script);
  await harness.prompt("go");
  expect(result(harness)).toMatchObject({ isError: true, text: "## 0-a (task): aborted. There is no such file." });
});

test("P-OMP-41, P-TOOL-61, R275: an agent that calls itself is nested to the depth of the setting, with nested ids", async () => {
  const offered: string[][] = [];
  const script = family([order("task", ["a"]), { text: "ok" }], (request) => {
    const names = request.tools.map(({ name }) => name);
    offered.push(names);
    if (names.includes("task") && !/## /.test(said(request))) return order("task", ["deeper"]);
    return hand("bottom");
  });
  await using harness = await open(script);
  await harness.prompt("go");
  expect(result(harness).text).toBe("## 0-a (task): completed\nbottom");
  expect(offered.map((names) => names.includes("task"))).toEqual([true, false, true]);
  const ids = harness.events.flatMap((event) => (event.type === "child_start" ? [event.child.id] : []));
  expect(ids).toEqual(["0-a", "0-a.0-deeper"]);
});

test("more tasks than one call may have are refused, and none begins; task.maxRecursionDepth 1 lets agents hand on nothing", async () => {
  const many = Array.from({ length: 65 }, (_, index) => `t${index}`);
  const offered: string[][] = [];
  const script = family([order("task", many), order("task", ["a"]), { text: "ok" }], ({ tools }) => {
    offered.push(tools.map(({ name }) => name));
    return offered.length === 1 ? order("task", ["deeper"]) : hand("alone");
  });
  await using harness = await open(script, { settings: { task: { maxRecursionDepth: 1 } } });
  await harness.prompt("go");
  expect(result(harness)).toMatchObject({
    isError: true,
    text: "65 tasks are too many for one call; at most 64.",
  });
  expect(result(harness, 1).text).toBe("## 0-a (task): completed\nalone");
  expect(offered.map((names) => names.includes("task"))).toEqual([false, false]);
  expect(harness.events.filter(({ type }) => type === "child_start")).toHaveLength(1);
});

test("an agent whose file says what it may spawn hands work to no other", async () => {
  const script = family([order("lead", ["a"]), { text: "ok" }], (request) => {
    if (/You lead/.test(said(request))) {
      const results = request.toolResults;
      if (results < 2) return order(["task", "explore"][results] as string, ["deeper"]);
      return hand("led");
    }
    return hand("found");
  });
  const file = "---\ndescription: leads\ntools: read, Task\nspawns: explore\n---\nYou lead.";
  await using harness = await open(script, { files: { ".claude/agents/team/lead.md": file } });
  await harness.prompt("go");
  expect(result(harness).text).toBe("## 0-a (lead): completed\nled");
  const last = harness.server.requests.filter((request) => isChild(request) && /You lead/.test(said(request))).at(-1);
  expect(said(last as ModelRequest)).toMatch(
    /lead may not hand work to task\. Do the work yourself\..*0-deeper \(explore\): completed/,
  );
});

test("limits stop a task, and the result says which", async () => {
  const script = family([order("task", ["a"]), { text: "ok" }], () => call("read", { path: "a.txt" }));
  await using harness = await open(script, { files: { "a.txt": "A" }, settings: { task: { limits: { turns: 2 } } } });
  await harness.prompt("go");
  expect(result(harness).text).toBe("## 0-a (task): limit. Stopped: the limit of 2 turns is reached.");
});

test("a stop of the run stops all agents, and those that wait are not begun", async () => {
  const begun = Promise.withResolvers<void>();
  let count = 0;
  const script = family([order("task", ["a", "b", "c"]), { text: "ok" }], async () => {
    if (++count === 2) begun.resolve();
    return { text: "x".repeat(500), pace: 1, breakage: { kind: "stall", after: 2 } };
  });
  await using harness = await open(script, { settings: { task: { maxConcurrency: 2 } } });
  const done = harness.prompt("go");
  await begun.promise;
  await harness.session.abort();
  await done;
  expect(result(harness).details.tasks.map(({ status }) => status)).toEqual(["aborted", "aborted", "skipped"]);
});

test("agent://<id> is the whole output, also after a restart; agents of files are in the system prompt", async () => {
  const long = `${"x".repeat(30_000)}end`;
  const read = call("read", { path: "agent://0-a:1-5" });
  const script = family([order("task", ["a"]), read, { text: "ok" }, { text: "again" }], () => hand(long));
  await using harness = await open(script, { files: { ".claude/agents/own.md": "---\ndescription: mine\n---\nYou." } });
  await harness.prompt("go");
  expect(result(harness).text).toMatch(/…\n\[6003 more characters\. Read agent:\/\/0-a for the whole\.\]$/);
  const reading = harness.session.messages.findLast((message) => message.role === "toolResult");
  expect(JSON.stringify(reading)).toMatch(/xxxx/);
  expect(reading).toMatchObject({ toolName: "read", isError: false });
  await harness.restart();
  await harness.prompt("more");
  expect(said(harness.server.requests.at(-1) as ModelRequest)).toMatch(/More agents for task:\\n- own: mine/);
});

test("R105: lines of a whole output can be read; lines of an extracted part cannot", async () => {
  const urls = [
    "agent://0-a:2-2",
    "agent://0-a/count",
    "agent://0-a?q=count",
    "agent://0-a/count:1-2",
    "agent://0-a?q=count:1",
  ];
  const script = family(
    [order("task", ["a"], { schema: SCHEMA }), ...urls.map((path) => call("read", { path })), { text: "ok" }],
    () => hand({ count: 3 }),
  );
  await using harness = await open(script);
  await harness.prompt("go");
  const read = harness.session.messages.flatMap((message) =>
    message.role === "toolResult" && message.toolName === "read" ? [JSON.stringify(message.content)] : [],
  );
  const refused = expect.stringContaining("Cannot combine query extraction with offset/limit");
  expect(read).toEqual([
    expect.stringContaining("count"),
    expect.stringMatching(/"3\b/),
    expect.stringMatching(/"3\b/),
    refused,
    refused,
  ]);
});

test.each([
  [
    "a pattern that is no regular expression",
    { type: "object", properties: { name: { type: "string", pattern: "(" } } },
  ],
  ["a reference to nothing", { $ref: "#/$defs/none" }],
])("a schema with %s ends in a result, and nothing hangs", async (_what, schema) => {
  const script = family([order("task", ["a"], { schema }), { text: "ok" }], () => hand({ name: "x" }));
  await using harness = await open(script);
  expect(await harness.prompt("go")).toBe("ok");
  expect(result(harness)).toMatchObject({ isError: true, text: expect.stringMatching(/schema/i) });
});

test("P-OMP-39: an agent that the environment blocks is not started", async () => {
  process.env.PI_BLOCKED_AGENT = "task";
  onTestFinished(() => void delete process.env.PI_BLOCKED_AGENT);
  const script = family([order("task", ["a"]), order("explore", ["b"]), { text: "ok" }], () => hand("done"));
  await using harness = await open(script);
  await harness.prompt("go");
  expect(result(harness)).toMatchObject({ isError: true, text: "The agent task is blocked here." });
  expect(result(harness, 1).text).toBe("## 0-b (explore): completed\ndone");
});
