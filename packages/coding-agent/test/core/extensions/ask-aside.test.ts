import type { ModelReply, ModelRequest } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { Type } from "typebox";
import { expect, test } from "vitest";
import type { ExtensionAPI, ToolDefinition } from "../../../src/index.ts";

const PRICED = { cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 } };
const call = (name: string): ModelReply => ({ toolCalls: [{ name, arguments: {} }] });
const textOf = ({ body }: ModelRequest) => JSON.stringify(body);

/** A tool that waits until the test lets it end. */
function gate() {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const tool: ToolDefinition = {
    name: "wait",
    label: "wait",
    description: "Waits.",
    parameters: Type.Object({}),
    describe: () => ({ effect: "read" }),
    async execute() {
      begun.resolve();
      await released.promise;
      return { content: [{ type: "text", text: "waited" }], details: undefined };
    },
  };
  return { begun: begun.promise, open: () => released.resolve(), tool };
}

async function open(script: (request: ModelRequest) => ModelReply | Promise<ModelReply>, tool: ToolDefinition) {
  let api: ExtensionAPI | undefined;
  const take = (pi: ExtensionAPI) => {
    api = pi;
    pi.registerTool(tool);
  };
  const harness = await createExtensionHarness({ extensions: [take], script, model: PRICED });
  return { harness, pi: () => api as ExtensionAPI | undefined };
}

test("a session that waits for a tool answers a question aside: same prompt and tools, no call, nothing kept but the cost", async () => {
  const wait = gate();
  const { harness, pi } = await open((request) => {
    if (/What colour/.test(textOf(request))) return { text: "blue" };
    return /waited/.test(textOf(request)) ? { text: "done" } : call("wait");
  }, wait.tool);
  await using _ = harness;
  const running = harness.prompt("The wall is blue. Wait.");
  await wait.begun;
  const before = harness.session.getSessionStats().cost;
  expect(await pi()?.children.ask(undefined, "What colour is the wall?")).toBe("blue");
  const [first, aside] = harness.server.requests as [ModelRequest, ModelRequest];
  expect(aside.tools).toEqual(first.tools);
  expect(textOf(aside)).toMatch(/The wall is blue.*This call has not ended yet.*What colour/);
  expect(harness.session.getSessionStats().cost).toBeGreaterThan(before);
  wait.open();
  expect(await running).toBe("done");
  expect(textOf(harness.server.requests[2] as ModelRequest)).not.toMatch(/What colour/);
  expect(JSON.stringify(harness.session.messages)).not.toMatch(/What colour/);
});

test("a message sent to a child arrives after its tool calls, or waits for its next prompt; its cost aside is its own", async () => {
  const wait = gate();
  const { harness, pi } = await open((request) => {
    if (/How far/.test(textOf(request))) return { text: "half" };
    return /waited/.test(textOf(request)) ? { text: "done" } : call("wait");
  }, wait.tool);
  await using _ = harness;
  const child = await pi()?.children.create({ name: "worker", tools: ["wait"] });
  if (!child) throw new Error("No child.");
  expect(child.offeredTools).toEqual(["wait"]);
  child.send({ customType: "note", content: "before the start", display: true });
  const running = child.prompt("work");
  await wait.begun;
  child.send({ customType: "note", content: "within the run", display: true });
  expect(await pi()?.children.ask("worker", "How far are you?")).toBe("half");
  expect(child.usage.cost).toBeGreaterThan(0);
  wait.open();
  expect(await running).toMatchObject({ status: "completed", text: "done" });
  expect(textOf(harness.server.requests[0] as ModelRequest)).toMatch(/before the start.*work/);
  expect(textOf(harness.server.requests[2] as ModelRequest)).toMatch(/waited.*within the run/);
  await child.dispose();
  expect(() => child.send({ customType: "note", content: "late", display: true })).toThrow(/has ended/);
});

test("a question aside that fails, is stopped, or goes to a child that is not there, rejects", async () => {
  const { harness, pi } = await open(
    (request) =>
      /stall/.test(textOf(request))
        ? { text: "x".repeat(50), breakage: { kind: "stall", after: 1 } }
        : { failure: "auth" },
    gate().tool,
  );
  await using _ = harness;
  await expect(pi()?.children.ask(undefined, "anything?")).rejects.toMatchObject({ code: "request-failed" });
  await expect(pi()?.children.ask("ghost", "anything?")).rejects.toThrow("There is no child session ghost.");
  const controller = new AbortController();
  const asked = pi()?.children.ask(undefined, "stall", { signal: controller.signal });
  await expect.poll(() => harness.server.requests.length).toBe(2);
  controller.abort();
  await expect(asked).rejects.toThrow("It was stopped.");
});
