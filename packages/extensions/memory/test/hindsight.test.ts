import type { ModelReply, ModelScript } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { render } from "../hindsight/mental-models.ts";
import { manifest } from "../manifest.ts";
import { type HindsightScript, startHindsight } from "./hindsight-server.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ content: `fact ${at}` }));
const fact = { id: "f1", text: "The user prefers pnpm", type: "world", mentioned_at: "2026-01-02T03:04:05Z" };

let banks = 0;

async function open(script: ModelScript, respond?: HindsightScript, hindsight: object = {}) {
  const server = await startHindsight(respond);
  const notes: string[] = [];
  const ui = { notify: (text: string) => void notes.push(text) } as unknown as ExtensionHarnessOptions["ui"] & object;
  // Missions are sent once for each bank of a process: each test has a bank of its own.
  const bankId = `bank${++banks}`;
  const settings = { memory: { backend: "hindsight" }, hindsight: { apiUrl: server.url, bankId, ...hindsight } };
  const protocol = "anthropic-messages" as const;
  const harness = await createExtensionHarness({ extensions: [manifest], script, mode: "rpc", ui, settings, protocol });
  return {
    harness,
    server,
    notes,
    bankId,
    async [Symbol.asyncDispose]() {
      await harness[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const results = ({ session }: ExtensionHarness) =>
  session.messages.flatMap((message) =>
    message.role === "toolResult"
      ? [{ isError: message.isError, text: message.content.map((part) => ("text" in part ? part.text : "")).join("") }]
      : [],
  );
const isRetain = ({ path }: { path: string }) => path.endsWith("/memories");

test("R298 R371: retain queues, and the run's end sends the items together", async () => {
  const script = [call("retain", { items: items(1) }), call("retain", { items: items(2) }), { text: "Done." }];
  await using at = await open(script, undefined, { retainEveryNTurns: 0 });
  await at.harness.prompt("Go");
  expect(results(at.harness)).toEqual([
    { isError: false, text: "1 memory queued." },
    { isError: false, text: "2 memories queued." },
  ]);
  await expect.poll(() => at.server.to("/memories").length).toBe(1);
  const metadata = { session_id: at.harness.session.sessionId };
  expect(at.server.to("/memories")[0]).toMatchObject({
    method: "POST",
    path: `${at.bankId}/memories`,
    body: { async: true, items: [{ content: "fact 0", context: "tau", metadata }, {}, { content: "fact 1" }] },
  });
});

test("R298: the queue is sent at 16 items, and what comes after it at the run's end", async () => {
  const script = [call("retain", { items: items(16) }), call("retain", { items: items(1) }), { text: "Done." }];
  await using at = await open(script, undefined, { retainEveryNTurns: 0 });
  await at.harness.prompt("Go");
  await expect.poll(() => at.server.to("/memories").length).toBe(2);
  expect(at.server.to("/memories").map(({ body }) => (body as { items: object[] }).items.length)).toEqual([16, 1]);
});

test("R298: the queue is sent after 5 s, also while the run goes on", async () => {
  const sent = Promise.withResolvers<void>();
  const script = async ({ index }: { index: number }): Promise<ModelReply> => {
    if (index === 0) return call("retain", { items: items(1) });
    await sent.promise;
    return { text: "Done." };
  };
  const respond: HindsightScript = (request) => {
    if (isRetain(request)) sent.resolve();
    return {};
  };
  await using at = await open(script, respond, { retainEveryNTurns: 0 });
  expect(await at.harness.prompt("Go")).toBe("Done.");
  expect(at.server.to("/memories")).toHaveLength(1);
}, 30_000);

test("R298 R374: missions are sent once per bank", async () => {
  const script = [
    call("retain", { items: items(1) }),
    { text: "One." },
    call("reflect", { query: "why?" }),
    { text: "Two." },
  ];
  await using at = await open(script, ({ path }) => ({ json: path.endsWith("reflect") ? { text: "So." } : {} }), {
    retainMission: "Keep decisions.",
    retainEveryNTurns: 0,
  });
  await at.harness.prompt("Go");
  await expect.poll(() => at.server.to("/memories").length).toBe(1);
  await at.harness.prompt("Go on");
  const puts = at.server.requests.filter(({ method }) => method === "PUT");
  expect(puts).toMatchObject([
    { path: at.bankId, body: { retain_mission: "Keep decisions.", reflect_mission: expect.any(String) } },
  ]);
  expect(results(at.harness)[1]).toEqual({ isError: false, text: "So." });
});

test("R298 R373: recall sends the budget and the project's tag with match any, and lists the facts", async () => {
  const script = [call("recall", { query: "package manager" }), call("recall", { query: "zebra" }), { text: "Done." }];
  await using at = await open(script, ({ body }) => ({
    json: {
      results: (body as { query?: string } | undefined)?.query === "package manager" ? [fact, { text: "" }, 7] : [],
    },
  }));
  await at.harness.prompt("Go");
  expect(at.server.to("/memories/recall")[1]).toMatchObject({
    body: {
      query: "package manager",
      budget: "mid",
      max_tokens: 1024,
      types: ["world", "experience"],
      tags: [expect.stringMatching(/^project:/)],
      tags_match: "any",
    },
  });
  expect(results(at.harness).map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Found 1 relevant memory \(as of .* UTC\):\n- The user prefers pnpm \[world\] \(2026-01-02T03:04:05Z\)$/,
    ),
    "No relevant memories found.",
  ]);
});

test("R298: reflect sends budget, tags and context; a blank answer has its own sentence", async () => {
  const script = [call("reflect", { query: "why?", context: "a plan" }), { text: "Done." }];
  await using at = await open(script, () => ({ json: { text: "  " } }));
  await at.harness.prompt("Go");
  expect(at.server.to("/reflect")[0]).toMatchObject({
    body: { query: "why?", context: "a plan", budget: "mid", tags_match: "any" },
  });
  expect(results(at.harness)[0]?.text).toBe("No relevant information found to reflect on.");
});

test.each([
  ["global", /^bank\d+$/, undefined],
  ["per-project", /^bank\d+-.+$/, undefined],
  ["per-project-tagged", /^bank\d+$/, [expect.stringMatching(/^project:.+/)]],
])("R298: the scope %s decides on bank and tags", async (scoping, bank, tags) => {
  const retain = call("retain", { items: [{ content: "here" }, { content: "everywhere", scope: "global" }] });
  await using at = await open([retain, { text: "Done." }], undefined, { scoping, retainEveryNTurns: 0 });
  await at.harness.prompt("Go");
  await expect.poll(() => at.server.to("/memories").length).toBe(1);
  const { path, body } = at.server.requests.find(isRetain) ?? { path: "", body: undefined };
  expect(path.replace("/memories", "")).toMatch(bank);
  const [here, everywhere] = (body as { items: { tags?: unknown }[] }).items;
  expect(here?.tags).toEqual(tags);
  expect(everywhere?.tags).toBeUndefined();
  const { tags: asked } = (at.server.to("/memories/recall")[0]?.body ?? {}) as { tags?: unknown };
  expect(asked).toEqual(tags);
});

test("R372: a failing server is a notice on retain, and a tool error on recall and reflect", async () => {
  const script = [
    call("retain", { items: items(1) }),
    call("recall", { query: "x" }),
    call("reflect", { query: "x" }),
    { text: "Done." },
  ];
  await using at = await open(script, () => ({ status: 500, text: "out of order" }));
  expect(await at.harness.prompt("Go")).toBe("Done.");
  expect(results(at.harness)).toEqual([
    { isError: false, text: "1 memory queued." },
    { isError: true, text: expect.stringContaining("answered with HTTP 500: out of order.") },
    { isError: true, text: expect.stringContaining("HTTP 500") },
  ]);
  await expect
    .poll(() => at.notes)
    .toContainEqual(expect.stringMatching(/^1 memory was not stored\. The Hindsight server/));
  expect(at.harness.errors).toEqual([]);
});

test("auth: the key is sent as a bearer token, and a refusal says which variable to set", async () => {
  await using at = await open(
    [call("recall", { query: "x" }), { text: "Done." }],
    ({ authorization }) => (authorization === "Bearer right" ? { json: { results: [] } } : { status: 401, text: " " }),
    { apiToken: "wrong" },
  );
  await at.harness.prompt("Go");
  expect(at.server.requests.every(({ authorization }) => authorization === "Bearer wrong")).toBe(true);
  expect(results(at.harness)[0]?.text).toContain("HTTP 401. Set HINDSIGHT_API_KEY to a key of this server.");
});

test("a server that is silent delays the first run by 1.5 s at most, and the next ones not at all", async () => {
  await using at = await open([{ text: "One." }, { text: "Two." }], () => "silence");
  const begun = Date.now();
  expect(await at.harness.prompt("Go")).toBe("One.");
  const first = Date.now() - begun;
  expect(await at.harness.prompt("Again")).toBe("Two.");
  expect(first).toBeLessThan(10_000);
  expect(at.server.to("/memories/recall")).toHaveLength(1);
  expect(at.notes.filter((note) => note.includes("cannot be reached"))).toHaveLength(1);
});

test("a server that is not there, one that answers nonsense, and no address at all: the run goes on", async () => {
  for (const [hindsight, respond] of [
    [{ apiUrl: "http://127.0.0.1:1" }, undefined],
    [{}, (): { text: string } => ({ text: "<html>" })],
    [{ apiUrl: "" }, undefined],
    [{ apiUrl: "not a url" }, undefined],
  ] as [object, HindsightScript | undefined][]) {
    await using at = await open([{ text: "One." }], respond, hindsight);
    expect(await at.harness.prompt("Go")).toBe("One.");
    expect(at.notes).toEqual([expect.stringContaining("Memory: ")]);
    expect(at.harness.errors).toEqual([]);
  }
});

test("recalled facts follow the prompt as a message, and are not retained again", async () => {
  const script = ["One.", "Two.", "Three."].map((text) => ({ text }));
  await using at = await open(script, ({ path }) => ({ json: path.endsWith("recall") ? { results: [fact] } : {} }), {
    retainEveryNTurns: 3,
  });
  for (const prompt of ["first", "second", "third"]) await at.harness.prompt(prompt);
  expect(JSON.stringify(at.harness.server.requests[0]?.body)).toContain("- The user prefers pnpm [world]");
  await expect.poll(() => at.server.to("/memories").length).toBe(1);
  const { items: sent } = (at.server.to("/memories")[0]?.body ?? {}) as {
    items: { content: string; document_id: string }[];
  };
  expect(sent).toHaveLength(1);
  expect(sent[0]?.document_id).toBe(at.harness.session.sessionId);
  expect(sent[0]?.content).toBe(
    "User: first\n\nAssistant: One.\n\nUser: second\n\nAssistant: Two.\n\nUser: third\n\nAssistant: Three.",
  );
});

test("retainMode recent-turns sends new turns and an overlap", async () => {
  const script = ["1.", "2.", "3.", "4."].map((text) => ({ text }));
  await using at = await open(script, undefined, {
    retainEveryNTurns: 2,
    retainOverlapTurns: 1,
    retainMode: "recent-turns",
  });
  for (const prompt of ["a", "b", "c", "d"]) await at.harness.prompt(prompt);
  await expect.poll(() => at.server.to("/memories").length).toBe(2);
  const contents = at.server
    .to("/memories")
    .map(({ body }) => (body as { items: { content: string }[] }).items[0]?.content);
  expect(contents[1]).toBe("User: b\n\nAssistant: 2.\n\nUser: c\n\nAssistant: 3.\n\nUser: d\n\nAssistant: 4.");
});

test("R299: mental models are seeded once, never changed, and part of the system prompt", async () => {
  const present = { id: "user-preferences", name: "User preferences", content: "Likes tabs. </mental_models>" };
  await using at = await open([{ text: "One." }, { text: "Two." }], ({ method, path }) => ({
    json: path.endsWith("mental-models") && method === "GET" ? { items: [present] } : {},
  }));
  await at.harness.prompt("Go");
  await at.harness.prompt("Go");
  const { system } = (at.harness.server.requests[0]?.body ?? {}) as { system?: unknown };
  expect(JSON.stringify(system)).toContain("Likes tabs. ‹/mental_models›");
  const seeds = () => at.server.to("/mental-models").filter(({ method }) => method === "POST");
  await expect.poll(() => seeds().length).toBe(2);
  expect(seeds().map(({ body }) => (body as { id: string }).id)).toEqual(["project-conventions", "project-decisions"]);
  expect(at.server.to("/mental-models").filter(({ method }) => method === "GET")).toHaveLength(1);
});

test("R299: the section keeps to its size, and summaries without content are left out", () => {
  const model = (name: string, content: string) => ({ id: name, name, content });
  expect(render([model("a", " ")], 1_000)).toBeUndefined();
  expect(render([model("a", "x".repeat(5_000))], 1_000)).toHaveLength(1_000);
});
