import type { ModelReply, ModelScript } from "@tau/testkit";
import { createExtensionHarness, type HarnessExtension } from "@tau/testkit/extensions";
import { Type } from "typebox";
import { expect, test } from "vitest";
import type {
  ExtensionAPI,
  ExtensionManifest,
  ExtensionToolContext,
  ServiceKey,
  ToolDefinition,
} from "../../../src/index.ts";

function tool(name: string, execute: (ctx: ExtensionToolContext) => Promise<string> | string): ToolDefinition {
  return {
    name,
    label: name,
    description: `The tool ${name}`,
    parameters: Type.Object({}),
    execute: async (_id, _params, _signal, _onUpdate, ctx) => ({
      content: [{ type: "text", text: await execute(ctx) }],
      details: undefined,
    }),
  };
}

const call = (name: string, args = {}): ModelReply => ({ toolCalls: [{ name, arguments: args }] });

async function withApi(
  script: ModelScript,
  use: (pi: ExtensionAPI) => void = () => undefined,
  more: HarnessExtension[] = [],
) {
  let api: ExtensionAPI | undefined;
  const factory = (pi: ExtensionAPI) => {
    api = pi;
    use(pi);
  };
  const harness = await createExtensionHarness({ extensions: [{ name: "probe", factory }, ...more], script });
  return {
    harness,
    pi: () => {
      if (!api) throw new Error("not loaded");
      return api;
    },
  };
}

test("what an extension publishes reaches subscribers as it was then; what JSON cannot hold is refused", async () => {
  const { harness, pi } = await withApi({ text: "hi" });
  await using _ = harness;
  const data = { done: 1 };
  pi().publish("progress", data);
  data.done = 2;
  pi().publish("ready");
  expect(harness.events.filter(({ type }) => type === "extension_event")).toEqual([
    { type: "extension_event", extension: "probe", name: "progress", data: { done: 1 } },
    { type: "extension_event", extension: "probe", name: "ready" },
  ]);
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => pi().publish("circle", circle)).toThrow(/JSON/);
});

test("state is a matter of the branch, and is there after a resume", async () => {
  const { harness, pi } = await withApi([{ text: "one" }, { text: "two" }, { text: "three" }]);
  await using _ = harness;
  const list = () => pi().state.fold<readonly string[], string>("list", [], (items, item) => [...items, item]);
  const { state } = pi();
  expect([state.get("mode"), list().get()]).toEqual([undefined, []]);
  await harness.prompt("first");
  state.set("mode", "plan");
  list().append("a");
  const fork = harness.session.sessionManager.getLeafId() ?? "";
  await harness.prompt("second");
  state.set("mode", "work");
  const folded = list();
  folded.append("b");
  expect([state.get("mode"), folded.get()]).toEqual(["work", ["a", "b"]]);
  await harness.session.navigateTree(fork);
  expect([state.get("mode"), folded.get()]).toEqual(["plan", ["a"]]);
  folded.append("c");
  expect(folded.get()).toEqual(["a", "c"]);
  state.set("mode", undefined);
  await harness.restart();
  expect([pi().state.get("mode"), list().get()]).toEqual([undefined, ["a", "c"]]);
});

test("a hidden message is part of the context, of the log and not of the screen", async () => {
  let api: ExtensionAPI | undefined;
  await using harness = await createExtensionHarness({
    extensions: [
      (pi) => {
        api = pi;
      },
    ],
    mode: "tui",
    script: { text: "An answer." },
  });
  api?.sendMessage({ customType: "note", content: "only for the model", display: false });
  api?.sendMessage({ customType: "note", content: "for the user too", display: true });
  await harness.terminal.waitForText("for the user too");
  await harness.prompt("hi");
  await harness.terminal.waitForText("An answer.");
  expect(JSON.stringify(harness.server.requests[0]?.body)).toContain("only for the model");
  expect(harness.terminal.window.text()).not.toContain("only for the model");
  await harness.restart();
  await harness.terminal.waitForText("An answer.");
  expect(harness.terminal.window.text()).not.toContain("only for the model");
  expect(JSON.stringify(harness.session.messages)).toContain("only for the model");
});

interface Adder {
  add(a: number, b: number): number;
}
const ADDER = "adder" as ServiceKey<Adder>;

test("a service wakes the battery that provides it; one that is missing says so", async () => {
  const loaded: string[] = [];
  const battery: ExtensionManifest = {
    name: "maths",
    description: "Adds",
    services: ["adder"],
    load: async () => {
      loaded.push("maths");
      return { default: (pi: ExtensionAPI) => void pi.services.provide(ADDER, { add: (a, b) => a + b }) };
    },
  };
  const { harness, pi } = await withApi({ text: "hi" }, undefined, [battery]);
  await using _ = harness;
  expect([loaded, pi().services.has("adder")]).toEqual([[], true]);
  expect((await pi().services.use(ADDER)).add(2, 3)).toBe(5);
  expect((await pi().services.use(ADDER)).add(1, 1)).toBe(2);
  expect(loaded).toEqual(["maths"]);
  const takeBack = pi().services.provide(ADDER, { add: () => 0 });
  expect((await pi().services.use(ADDER)).add(2, 3)).toBe(0);
  takeBack();
  expect((await pi().services.use(ADDER)).add(2, 3)).toBe(5);
  await expect(pi().services.use("nowhere")).rejects.toThrow('No extension provides the service "nowhere".');
});

test("an answer is interrupted, the message comes next, and the model does not see what it had written", async () => {
  const script: ModelScript = ({ index }) =>
    index === 0 ? { text: ["I will ", "use any ", "and so on ", "for long"], pace: 20 } : { text: "Done properly." };
  const { harness } = await withApi(script, (pi) => {
    let isDone = false;
    pi.on("message_update", ({ message }, ctx) => {
      if (isDone || !JSON.stringify(message).includes("use any")) return;
      isDone = ctx.interrupt({ inject: "Rule: no any.", reason: "the rule no-any" });
    });
  });
  await using _ = harness;
  expect(await harness.prompt("write code")).toBe("Done properly.");
  const sent = JSON.stringify(harness.server.requests[1]?.body);
  expect(sent).toMatch(/write code.*Rule: no any\./);
  expect(sent).not.toContain("use any");
  expect(harness.session.messages.map(({ role }) => role)).toEqual(["user", "custom", "assistant"]);
  const entries = harness.session.sessionManager.getBranch();
  const answers = entries.flatMap((entry) =>
    entry.type === "message" && entry.message.role === "assistant" ? [entry.message] : [],
  );
  expect(answers).toMatchObject([{ stopReason: "aborted", errorMessage: "the rule no-any" }, { stopReason: "stop" }]);
  const ends = harness.events.filter(({ type }) => type === "agent_end");
  expect(ends).toHaveLength(1);
  await harness.restart();
  expect(harness.session.messages.map(({ role }) => role)).toEqual(["user", "custom", "assistant"]);
});

test("an interruption may keep what was written; without an answer to stop it comes after the tools, first of all", async () => {
  const heard: unknown[] = [];
  const script: ModelScript = ({ index }) => {
    if (index === 0) return { text: ["partly ", "written ", "and more"], pace: 20 };
    return index === 1 ? call("work") : { text: "end" };
  };
  const { harness } = await withApi(script, (pi) => {
    pi.on("message_update", ({ message }, ctx) => {
      if (heard.length === 0 && JSON.stringify(message).includes("written"))
        heard.push(ctx.interrupt({ inject: "one", reason: "first", keep: true }));
    });
    pi.registerTool(
      tool("work", (ctx) => {
        pi.sendUserMessage("queued", { deliverAs: "steer" });
        heard.push(ctx.interrupt({ inject: "two", reason: "second" }));
        return "worked";
      }),
    );
    pi.on("agent_settled", (_event, ctx) => void heard.push(ctx.interrupt({ inject: "three", reason: "third" })));
  });
  await using _ = harness;
  expect(await harness.prompt("go")).toBe("end");
  expect(heard).toEqual([true, true, false]);
  expect(JSON.stringify(harness.server.requests[1]?.body)).toMatch(/partly written.*one/);
  expect(JSON.stringify(harness.server.requests[2]?.body)).toMatch(/worked.*two/);
  expect(harness.errors).toEqual([]);
});

test("R277: the leaf moves when the turn is over, with a summary; what was left stays in the log", async () => {
  let checkpoint = "";
  const script = [call("checkpoint"), call("explore"), call("rewind"), { text: "after" }];
  const { harness } = await withApi(script, (pi) => {
    pi.registerTool(tool("checkpoint", () => "marked"));
    pi.registerTool(tool("explore", () => "a very long exploration"));
    pi.registerTool(
      tool("rewind", (ctx) => {
        const message = { customType: "rewind-report", content: "The report.", display: false };
        expect(() => ctx.moveLeafAtTurnEnd("nowhere", { summary: "x" })).toThrow(/no entry nowhere/);
        ctx.moveLeafAtTurnEnd(checkpoint, { summary: "Explored: nothing there.", message });
        return "rewound";
      }),
    );
    pi.on("turn_end", ({ toolResultEntryIds, toolResults }) => {
      if (toolResults[0]?.toolName === "checkpoint") checkpoint = toolResultEntryIds[0] ?? "";
    });
  });
  await using _ = harness;
  expect(await harness.prompt("go")).toBe("after");
  const sent = JSON.stringify(harness.server.requests[3]?.body);
  expect(sent).toMatch(/marked.*Explored: nothing there\..*The report\./);
  expect(sent).not.toMatch(/long exploration|rewound/);
  const roles = ["user", "assistant", "toolResult", "branchSummary", "custom", "assistant"];
  expect(harness.session.messages.map(({ role }) => role)).toEqual(roles);
  expect(JSON.stringify(harness.session.sessionManager.getEntries())).toContain("a very long exploration");
  await harness.restart();
  expect(harness.session.messages.map(({ role }) => role)).toEqual(roles);
});

function preparing(pi: ExtensionAPI, log: string[]) {
  pi.registerTool(
    tool("prepare", () => {
      pi.actions.push({
        label: "replace a by b",
        toolName: "prepare",
        apply: (reason) => {
          log.push(`applied: ${reason}`);
          return "Applied 3 replacements.";
        },
        discard: (reason) => {
          log.push(`discarded: ${reason}`);
          return "Dropped.";
        },
      });
      return "A preview.";
    }),
  );
}

test("R250: a prepared change is decided with the next answer, which is made to call resolve", async () => {
  const log: string[] = [];
  const script = [call("prepare"), call("resolve", { action: "apply", reason: "looks right" }), { text: "ok" }];
  const { harness, pi } = await withApi(script, (api) => preparing(api, log));
  await using _ = harness;
  expect(await harness.prompt("go")).toBe("ok");
  const [first, second, third] = harness.server.requests;
  expect(first?.tools.map(({ name }) => name)).not.toContain("resolve");
  expect(second?.body).toMatchObject({ tool_choice: { type: "function", function: { name: "resolve" } } });
  expect(JSON.stringify(second?.body)).toContain("has prepared a change that has not been made yet: replace a by b");
  expect(third?.body).not.toHaveProperty("tool_choice");
  expect(third?.tools.map(({ name }) => name)).not.toContain("resolve");
  expect(log).toEqual(["applied: looks right"]);
  expect(pi().actions.list()).toEqual([]);
  expect(harness.session.messages.filter(({ role }) => role === "toolResult").at(-1)).toMatchObject({
    content: [{ text: "Applied 3 replacements." }],
    details: { action: "apply", reason: "looks right", sourceToolName: "prepare", label: "replace a by b" },
  });
});

test("R250: a model that does not decide is asked again, three times; then the change is dropped", async () => {
  const log: string[] = [];
  const script = ({ index }: { index: number }) => (index === 0 ? call("prepare") : { text: "hm" });
  const { harness } = await withApi(script, (api) => preparing(api, log));
  await using _ = harness;
  await harness.prompt("go");
  expect(
    harness.server.requests.map(({ body }) => (body as { tool_choice?: unknown }).tool_choice !== undefined),
  ).toEqual([false, true, true, true]);
  expect(log).toEqual(["discarded: No decision was made."]);
});
