import { readFileSync } from "node:fs";
import type { ModelReply, ModelRequest, ModelScript } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { Type } from "typebox";
import { expect, test } from "vitest";
import type { ChildOptions, ExtensionAPI, ExtensionToolContext, ToolDefinition } from "../../../src/index.ts";

/** One token costs a millionth of a dollar in, and two out. */
const PRICED = { cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 } };

function textOf({ body }: ModelRequest): string {
  return JSON.stringify(body);
}

async function withChildren(script: ModelScript, options: Partial<ExtensionHarnessOptions> = {}) {
  let api: ExtensionAPI | undefined;
  const { extensions = [], ...rest } = options;
  const extension = (pi: ExtensionAPI) => {
    api = pi;
  };
  const harness = await createExtensionHarness({
    script,
    model: PRICED,
    ...rest,
    extensions: [extension, ...extensions],
  });
  const pi = () => {
    if (!api) throw new Error("not loaded");
    return api;
  };
  return { harness, pi };
}

function tool(name: string, execute: (ctx: ExtensionToolContext, signal?: AbortSignal) => Promise<string> | string) {
  return {
    name,
    label: name,
    description: `The tool ${name}`,
    parameters: Type.Object({}),
    execute: async (_id, _params, signal, _onUpdate, ctx) => ({
      content: [{ type: "text" as const, text: await execute(ctx, signal) }],
      details: undefined,
    }),
  } satisfies ToolDefinition;
}

function fail(): never {
  throw new Error("There was no such request.");
}

const call = (name: string, args = {}): ModelReply => ({ toolCalls: [{ name, arguments: args }] });

test("a child has its own log, prompt, tools and model; what it costs is the parent's too", async () => {
  const { harness, pi } = await withChildren([{ text: "parent here" }, { text: "child here" }], {
    files: { "AGENTS.md": "The rules of the house." },
  });
  await using _ = harness;
  await harness.prompt("hello");
  const child = await pi().children.create({
    name: "look around",
    systemPrompt: "You look around.",
    projectContext: false,
    context: "The parent has said hello.",
    tools: ["read"],
  });
  expect(child).toMatchObject({ id: "look-around", depth: 1, status: "idle" });
  const before = harness.session.getSessionStats();
  const result = await child.prompt("what is there?");
  expect(result).toMatchObject({ status: "completed", text: "child here", usage: { turns: 1 } });
  const { body, tools } = harness.server.requests[1] ?? fail();
  expect(tools.map(({ name }) => name)).toEqual(["read"]);
  expect(JSON.stringify(body)).toMatch(/You look around\./);
  expect(JSON.stringify(body)).not.toMatch(/rules of the house|"hello"/);
  expect(JSON.stringify(body)).toMatch(/The parent has said hello.*what is there\?/);
  const after = harness.session.getSessionStats();
  expect(after.cost - before.cost).toBeCloseTo(result.usage.cost, 10);
  expect(result.usage.cost).toBeGreaterThan(0);
  expect(after.tokens.total - before.tokens.total).toBe(result.usage.tokens);
  const { file = "" } = child.state;
  expect(file.startsWith(harness.session.sessionFile?.replace(/\.jsonl$/, "") ?? "?")).toBe(true);
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  expect(lines[0]).toMatchObject({ type: "session", parentSession: harness.session.sessionFile });
  expect(lines.filter(({ type }) => type === "message")).toHaveLength(2);
  expect(harness.session.messages).toHaveLength(2);
  await child.dispose();
  expect(pi().children.list()).toEqual([]);
  const types = harness.events.map(({ type }) => type).filter((type) => type.startsWith("child_"));
  expect([types[0], types.at(-1), types.includes("child_update")]).toEqual(["child_start", "child_end", true]);
});

test("tools of extensions run in the child with a context of the child's, and handlers have a say in its calls", async () => {
  const seen: unknown[] = [];
  const gate = (pi: ExtensionAPI) => {
    pi.registerTool(
      tool("where", (ctx) => {
        seen.push([ctx.child, ctx.cwd, ctx.sessionManager.getSessionId()]);
        return "here";
      }),
    );
    pi.registerTool(tool("other", () => "never"));
    pi.on("tool_call", ({ toolName, childId }) => {
      seen.push([toolName, childId]);
      return toolName === "bash" ? { block: true, reason: "not in children" } : undefined;
    });
  };
  const script = [call("where"), call("bash", { command: "true" }), call("own"), { text: "done" }];
  const { harness, pi } = await withChildren(script, { extensions: [gate], files: { "sub/a.txt": "A" } });
  await using _ = harness;
  const cwd = harness.workspace.path("sub");
  const options: ChildOptions = { name: "c", cwd, tools: ["where", "bash"], customTools: [tool("own", () => "mine")] };
  const child = await pi().children.create(options);
  expect(await child.prompt("go")).toMatchObject({ status: "completed", text: "done" });
  expect(seen).toEqual([
    ["where", "c"],
    [{ id: "c", name: "c", depth: 1 }, cwd, child.state.sessionId],
    ["bash", "c"],
    ["own", "c"],
  ]);
  const results = child.messages.flatMap((message) => (message.role === "toolResult" ? [message.content[0]] : []));
  expect(results).toMatchObject([{ text: "here" }, { text: "not in children" }, { text: "mine" }]);
  expect(harness.server.requests[0]?.tools.map(({ name }) => name).sort()).toEqual(["bash", "own", "where"]);
});

test("each limit stops a child and says which; other models and levels can be asked for", async () => {
  const { harness, pi } = await withChildren(call("read", { path: "a.txt" }), { files: { "a.txt": "A" } });
  await using _ = harness;
  const run = async (limits: ChildOptions["limits"]) => {
    const child = await pi().children.create({
      name: "limited",
      model: "scripted/scripted",
      ...(limits && { limits }),
    });
    const { status, reason, usage } = await child.prompt("read for ever");
    await child.dispose();
    return { status, reason, turns: usage.turns };
  };
  expect(await run({ turns: 2 })).toEqual({
    status: "limit",
    reason: "Stopped: the limit of 2 turns is reached.",
    turns: 2,
  });
  expect(await run({ tokens: 300 })).toMatchObject({
    status: "limit",
    reason: "Stopped: the limit of 300 tokens is reached.",
  });
  expect(await run({ cost: 0.000_3 })).toMatchObject({
    status: "limit",
    reason: "Stopped: more than $0.0003 is spent.",
  });
  expect(await run({ seconds: 0 })).toMatchObject({ status: "limit", reason: "Stopped: the limit of 0 s is reached." });
  await expect(pi().children.create({ name: "x", model: "nowhere/none" })).rejects.toThrow(/nowhere/);
});

test("a failure is a result; a child that is at work refuses a second prompt, takes a steer, and can be stopped", async () => {
  const { harness, pi } = await withChildren(({ body }) => {
    const text = JSON.stringify(body);
    if (text.includes("fail")) return { failure: "auth" };
    return text.includes("hurry") ? { text: "hurried" } : call("wait", { count: 1, path: "src/a.ts\n" });
  });
  await using _ = harness;
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<string>();
  const wait = tool("wait", (_ctx, signal) => {
    begun.resolve();
    signal?.addEventListener("abort", () => released.resolve("stopped"));
    return released.promise;
  });
  const failing = await pi().children.create({ name: "failing", tools: [] });
  expect(await failing.prompt("fail")).toMatchObject({ status: "failed", text: "" });
  expect(failing.result?.reason).toMatch(/\S/);
  const child = await pi().children.create({ name: "busy", tools: [], customTools: [wait] });
  const running = child.prompt("work");
  await begun.promise;
  expect(child.state).toMatchObject({ status: "running", activity: "wait", activityDetail: "src/a.ts" });
  await expect(child.prompt("again")).rejects.toMatchObject({ code: "busy" });
  await child.steer("hurry");
  released.resolve("waited");
  expect(await running).toMatchObject({ status: "completed", text: "hurried" });
  const stopped = await pi().children.create({ name: "busy", tools: [], customTools: [tool("wait", waitFor)] });
  expect(stopped.id).toBe("busy-2");
  const controller = new AbortController();
  const run = stopped.prompt("work", { signal: controller.signal });
  await expect.poll(() => stopped.state.activity).toBe("wait");
  controller.abort();
  expect(await run).toMatchObject({ status: "aborted" });
  expect(await stopped.prompt("more", { signal: controller.signal })).toMatchObject({ status: "aborted" });
});

const waitFor = (_ctx: unknown, signal?: AbortSignal) =>
  new Promise<string>((resolve) => signal?.addEventListener("abort", () => resolve("stopped")));

test("the end of the parent's run ends its children, detached ones aside; the end of the session ends all", async () => {
  const statuses: unknown[] = [];
  const delegate = (pi: ExtensionAPI) =>
    void pi.registerTool(
      tool("delegate", async () => {
        const customTools = [tool("wait", waitFor)];
        const free = await pi.children.create({ name: "free", detached: true, tools: [], customTools });
        void free.prompt("work").then(({ status }) => statuses.push(["free", status]));
        const child = await pi.children.create({ name: "bound", tools: [], customTools });
        const { status } = await child.prompt("work");
        statuses.push(["bound", status]);
        return status;
      }),
    );
  const { harness, pi } = await withChildren(
    (request) => call(textOf(request).includes("go on") ? "delegate" : "wait"),
    {
      extensions: [delegate],
    },
  );
  await using _ = harness;
  const run = harness.session.prompt("go on");
  await expect.poll(() => harness.server.requests.length).toBe(3);
  await expect
    .poll(() =>
      pi()
        .children.list()
        .map(({ state }) => state.activity),
    )
    .toEqual(["wait", "wait"]);
  await harness.session.abort();
  await run;
  expect(statuses).toEqual([["bound", "aborted"]]);
  expect(pi().children.get("free")?.status).toBe("running");
  await harness.restart();
  expect(statuses).toEqual([
    ["bound", "aborted"],
    ["free", "aborted"],
  ]);
  expect(await pi().children.records()).toMatchObject([
    { id: "free", status: "aborted" },
    { id: "bound", status: "aborted" },
  ]);
});

test("children of children: ids and costs go up, and the depth has an end", async () => {
  const depths: unknown[] = [];
  const nest = (pi: ExtensionAPI) =>
    void pi.registerTool(
      tool("nest", async ({ child }) => {
        depths.push(child?.depth ?? 0);
        const inner = await pi.children.create({ name: "n", parent: child?.id, tools: ["nest"] });
        const { text } = await inner.prompt("nest");
        await inner.dispose();
        return text;
      }),
    );
  const { harness } = await withChildren(({ toolResults }) => (toolResults > 0 ? { text: "up" } : call("nest")), {
    extensions: [nest],
  });
  await using _ = harness;
  await harness.prompt("nest");
  expect(depths).toEqual([0, 1, 2, 3]);
  const ids = harness.events.flatMap((event) => (event.type === "child_start" ? [event.child.id] : []));
  expect(ids).toEqual(["n", "n.n", "n.n.n"]);
  // Four sessions with two requests each.
  expect(harness.server.requests).toHaveLength(8);
  expect(harness.session.getSessionStats().tokens.total).toBe(8 * 110);
});

test("a child that was left goes on where its log ends; one without a log does not", async () => {
  const { harness, pi } = await withChildren({ text: "finished" });
  await using _ = harness;
  await harness.prompt("hello");
  const done = await pi().children.create({ name: "done", tools: [] });
  await done.prompt("quick");
  const kept = await pi().children.create({ name: "in memory", tools: [], persist: false });
  await kept.prompt("quick");
  expect(kept.state.file).toBeUndefined();
  await harness.restart();
  expect(await pi().children.records()).toMatchObject([
    { id: "done", status: "completed", usage: { turns: 1 } },
    { id: "in-memory", status: "completed" },
  ]);
  const again = await pi().children.reopen("done", { name: "done", tools: [] });
  expect(again).toMatchObject({ status: "idle", usage: { turns: 1 } });
  expect(await again.prompt("once more")).toMatchObject({ status: "completed", usage: { turns: 2 } });
  expect(again.messages).toHaveLength(4);
  for (const id of ["in-memory", "nobody"])
    await expect(pi().children.reopen(id, { name: id })).rejects.toMatchObject({ code: "missing-file" });
});
