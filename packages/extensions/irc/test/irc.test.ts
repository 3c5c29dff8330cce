import type { ExtensionAPI } from "@tau/coding-agent";
import type { ModelReply, ModelRequest, ModelScript } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest as jobs } from "../../jobs/manifest.ts";
import { manifest as task } from "../../task/manifest.ts";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const send = (to: string, message: string, rest: object = {}) => call("irc", { op: "send", to, message, ...rest });
const hand = (data: string) => call("yield", { data });
const said = ({ body }: ModelRequest) => JSON.stringify(body);
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");
const isAside = (request: ModelRequest) => /you cannot use tools for this answer/.test(said(request));
const idOf = (request: ModelRequest) => /Do (\w+)\./.exec(said(request))?.[1] ?? "";

type Steps = Readonly<Record<string, (request: ModelRequest, step: number) => ModelReply | Promise<ModelReply>>>;

/** A parent that hands out the tasks and then ends; agents by the names of their tasks; answers to questions aside. */
function family(steps: Steps, aside: (request: ModelRequest) => ModelReply | Promise<ModelReply>, rest: object = {}) {
  const done = new Map<string, number>();
  let parent = 0;
  const script: ModelScript = async (request) => {
    if (isAside(request)) return await aside(request);
    if (!isChild(request)) {
      const tasks = Object.keys(steps).map((id) => ({ id, task: `Do ${id}.` }));
      return parent++ === 0 ? call("task", { agent: "explore", tasks, ...rest }) : { text: "all done" };
    }
    const id = idOf(request);
    const step = done.get(id) ?? 0;
    done.set(id, step + 1);
    return (await steps[id]?.(request, step)) ?? hand("nothing");
  };
  return script;
}

function open(script: ModelScript, options: Partial<ExtensionHarnessOptions> = {}) {
  return createExtensionHarness({ extensions: [manifest, task], script, ...options });
}

/** The results of `irc` that the agent of a task got, in the order of its calls. */
function resultsOf({ server }: ExtensionHarness, id: string): string[] {
  const last = server.requests
    .filter((request) => isChild(request) && !isAside(request) && idOf(request) === id)
    .at(-1);
  const { messages } = (last?.body ?? { messages: [] }) as { messages: { role: string; content: unknown }[] };
  return messages.flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
}

test("R273: agents list each other; a direct message is answered without tools and stays in the receiver's history", async () => {
  const waits = Promise.withResolvers<void>();
  const script = family(
    {
      asker: async (_request, step) => {
        if (step === 0) return call("irc", { op: "list" });
        if (step === 1) return send("1-knower", "  Which port?  ");
        waits.resolve();
        return hand("asked");
      },
      knower: async (_request, step) => {
        if (step > 0) return hand("known");
        await waits.promise;
        return call("ls", {});
      },
    },
    () => ({ text: "Port 8080." }),
  );
  await using harness = await open(script, { files: { "a.txt": "A" } });
  expect(await harness.prompt("go")).toBe("all done");
  const [list, answer] = resultsOf(harness, "asker");
  expect(list).toMatch(/^2 peers:\n- main \(running\)\n- 1-knower \((running|idle)\)$/);
  expect(answer).toBe("Delivered to 1-knower.\n\n## Replies\n### 1-knower\nPort 8080.");
  const aside = harness.server.requests.find(isAside) as ModelRequest;
  expect(said(aside)).toMatch(/Do knower.*The agent 0-asker asks you.*Which port\?/);
  const knower = harness.server.requests.filter((request) => isChild(request) && idOf(request) === "knower").at(-1);
  expect(said(knower as ModelRequest)).toMatch(
    /Message of the agent 0-asker:\\nWhich port\?\\n\\nYou have answered it:\\nPort 8080\./,
  );
  const shown = harness.events.filter((event) => event.type === "extension_event");
  expect(shown).toEqual([
    expect.objectContaining({
      extension: "irc",
      name: "message",
      data: { from: "0-asker", to: "1-knower", text: "Which port?", reply: "Port 8080." },
    }),
  ]);
  expect(harness.errors).toEqual([]);
});

test("a question goes up to the parent, which answers while it waits for its agents, and to the user", async () => {
  const script = family(
    {
      asker: (_request, step) =>
        step === 0 ? send("parent", "Tabs or spaces?") : step === 1 ? send("user", "Which name?") : hand("done"),
    },
    () => ({ text: "Tabs." }),
  );
  await using harness = await open(script, { mode: "tui" });
  const done = harness.prompt("We use tabs. Go.");
  const { window } = harness.terminal;
  await window.waitForText(/0-asker asks: Which name\?/);
  harness.terminal.press("down", "enter");
  await window.waitForText(/Enter/i);
  harness.terminal.press(..."Tau", "enter");
  expect(await done).toBe("all done");
  expect(resultsOf(harness, "asker")).toEqual([
    "Delivered to main.\n\n## Replies\n### main\nTabs.",
    "Delivered to user.\n\n## Replies\n### user\nTau",
  ]);
  expect(said(harness.server.requests.find(isAside) as ModelRequest)).toMatch(
    /We use tabs.*This call has not ended yet/,
  );
  // The parent knows afterwards what it has answered, and the user sees it.
  expect(said(harness.server.requests.at(-1) as ModelRequest)).toMatch(
    /Tabs or spaces\?.*You have answered it.*Tabs\./,
  );
  await window.waitForText(/\[IRC\] 0-asker → main Tabs or spaces\?/);
  expect(harness.errors).toEqual([]);
});

test("in print mode there is no user: the agent is told to decide; two agents that ask each other both get an answer", async () => {
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const meet = async (index: 0 | 1) => {
    both[index].resolve();
    await Promise.all(both.map(({ promise }) => promise));
  };
  const step = (index: 0 | 1, other: string) => async (_: ModelRequest, count: number) => {
    if (count === 0) return send("user", "Shall I?");
    if (count > 1) return hand("done");
    await meet(index);
    return send(other, "What do you do?");
  };
  const asides = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let asked = 0;
  const script = family({ a: step(0, "1-b"), b: step(1, "0-a") }, async () => {
    // Neither answers before both have asked.
    asides[Math.min(asked++, 1)]?.resolve();
    await Promise.all(asides.map(({ promise }) => promise));
    return { text: "I wait for you." };
  });
  await using harness = await open(script);
  expect(await harness.prompt("go")).toBe("all done");
  for (const [id, other] of [
    ["a", "1-b"],
    ["b", "0-a"],
  ] as const) {
    const [user, peer] = resultsOf(harness, id);
    expect(user).toMatch(
      /No recipients.*\n\n## Failed\n- user: there is no user to ask in print mode\. Decide yourself/s,
    );
    expect(peer).toBe(`Delivered to ${other}.\n\n## Replies\n### ${other}\nI wait for you.`);
  }
});

test("unknown names, oneself, an agent that has ended, empty and huge messages, and a flood give a clear result each", async () => {
  const ended = Promise.withResolvers<void>();
  const calls = [
    send("ghost", "hello"),
    send("1-talker", "hello me"),
    send("0-quick", "are you there?"),
    send("", "hello"),
    send("main", "  "),
    send("main", "x".repeat(8001)),
    ...Array.from({ length: 21 }, (_, at) => send("main", `note ${at}`, { awaitReply: false })),
    send("all", "one more"),
  ];
  const script = family(
    {
      quick: () => hand("quick"),
      talker: async (_request, step) => {
        await ended.promise;
        return calls[step] ?? hand("done");
      },
    },
    () => ({ text: "?" }),
  );
  await using harness = await open(script, { settings: { irc: { maxMessages: 24 } } });
  const stop = harness.session.subscribe((event) => {
    if (event.type === "child_end" && event.child.id === "0-quick") ended.resolve();
  });
  expect(await harness.prompt("go")).toBe("all done");
  stop();
  const results = resultsOf(harness, "talker");
  const none = "No recipients received the message.\n\nUnknown / unavailable peers:\n- ";
  expect(results.slice(0, 6)).toEqual([
    `${none}ghost: there is no such agent`,
    `${none}1-talker: that is you`,
    `${none}0-quick: it has ended (completed); read agent://0-quick for its output`,
    '`to` is required for op="send".',
    '`message` is required for op="send".',
    "The message has 8001 characters; at most 8000 are sent. Write it to a file and name the file.",
  ]);
  expect(results.slice(6, 26)).toEqual(Array(20).fill("Delivered to main."));
  expect(results[26]).toMatch(/^No recipients.*- main: 20 messages wait for it already/s);
  expect(results[27]).toMatch(/^You have sent 24 messages, the most that one agent may send/);
  expect(said(harness.server.requests.at(-1) as ModelRequest).match(/note \d+/g)).toHaveLength(20);
}, 60_000);

test("an answer that does not come in time, and one that fails, are told per receiver; the message is delivered", async () => {
  const script = family(
    {
      asker: (_request, step) => [send("main", "stalls"), send("main", "fails")][step] ?? hand("done"),
    },
    (request) =>
      /fails/.test(said(request))
        ? { failure: "invalid-request" }
        : { text: "x".repeat(500), breakage: { kind: "stall", after: 1 } },
  );
  await using harness = await open(script, { settings: { irc: { replySeconds: 1 } } });
  expect(await harness.prompt("go")).toBe("all done");
  const [late, failed] = resultsOf(harness, "asker");
  expect(late).toBe("Delivered to main.\n\n## Failed\n- main: it did not answer within 1 s; the message was delivered");
  expect(failed).toMatch(/^Delivered to main\.\n\n## Failed\n- main: no answer: \S/);
});

test("R274: the user's model is offered irc when agents work in the background; not without async, and not if it is off", async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let parent = 0;
  const steps = [
    call("task", { agent: "explore", tasks: [{ id: "bg", task: "Do bg." }], async: true }),
    send("all", "Hurry."),
    { text: "all done" },
  ];
  const script: ModelScript = async (request) => {
    if (isChild(request)) {
      begun.resolve();
      if (!/Hurry/.test(said(request))) await gate.promise;
      return /Hurry/.test(said(request)) ? hand("hurried") : call("ls", {});
    }
    const reply = steps[parent++] ?? { text: "end" };
    if (parent === 2) await begun.promise;
    if (parent === 3) gate.resolve();
    return reply;
  };
  await using harness = await open(script, { extensions: [manifest, task, jobs] });
  await harness.prompt("go");
  const names = harness.server.requests
    .filter((request) => !isChild(request))
    .map(({ tools }) => tools.map(({ name }) => name));
  expect(names[0]).not.toContain("irc");
  expect(names[1]).toContain("irc");
  await expect.poll(() => said(harness.server.requests.at(-1) as ModelRequest)).toMatch(/hurried/);

  const refused = [send("all", "Hello?"), { text: "ok" }];
  const switchOn = (pi: ExtensionAPI) => pi.on("session_start", () => pi.setActiveTools(["irc"]));
  await using alone = await open(() => refused.shift() ?? { text: "ok" }, {
    extensions: [manifest, switchOn],
    settings: { async: { enabled: false } },
  });
  await alone.prompt("go");
  expect(said(alone.server.requests.at(-1) as ModelRequest)).toMatch(/IRC is unavailable in this session/);

  await using off = await open(
    family({ a: () => hand("x") }, () => ({ text: "?" })),
    { settings: { irc: { enabled: false } } },
  );
  await off.prompt("go");
  expect(off.server.requests.find(isChild)?.tools.map(({ name }) => name)).not.toContain("irc");
});
