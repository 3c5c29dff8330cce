import type { ExtensionAPI } from "@tau/coding-agent";
import type { ModelReply, ModelRequest } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import type { TSchema } from "typebox";
import { expect, test } from "vitest";
import { type Goal, parseGoal, stopReason } from "../goal-state.ts";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const isJudge = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "verdict");
const LIMITS = { rounds: 25, minutes: 120, cost: 0 };
const SETTINGS = { permissionMode: "yolo" };

test("with a check the model is sent back to work until the command succeeds, with its output", async () => {
  const replies: ModelReply[] = [
    { text: "I think it is done." },
    call("write", { path: "done.txt", content: "yes\n" }),
    { text: "Now it is." },
  ];
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    script: () => replies.shift() ?? { text: "too many requests" },
    settings: SETTINGS,
  });
  await harness.prompt(`/goal the file is there --check "cat done.txt"`);
  await harness.session.waitForIdle();
  expect(harness.session.getLastAssistantText()).toBe("Now it is.");
  expect(JSON.stringify(harness.server.requests[1]?.body)).toMatch(
    /not reached yet: the file is there.*cat done\.txt ended with 1/,
  );
  expect(await harness.workspace.read("done.txt")).toBe("yes\n");
  expect(harness.server.requests).toHaveLength(3);
  expect(harness.errors).toEqual([]);
});

test("without a check the model's claim is judged by a session that only reads; a refuted claim comes back", async () => {
  const replies: ModelReply[] = [
    { text: "Let me think." },
    call("goal", { status: "reached", evidence: "Trust me." }),
    call("goal", { status: "reached", evidence: "See a.txt." }),
    { text: "All done." },
  ];
  const verdicts = [call("verdict", { reached: false, missing: "a.txt is empty" }), call("verdict", { reached: true })];
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: { "a.txt": "" },
    script: (request) => (isJudge(request) ? verdicts : replies).shift() ?? { text: "too many requests" },
    settings: SETTINGS,
  });
  await harness.prompt("/goal a.txt is written");
  await harness.session.waitForIdle();
  expect(harness.session.getLastAssistantText()).toBe("All done.");
  const results = harness.session.messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
  expect(results.map(({ isError }) => isError)).toEqual([true, false]);
  expect(JSON.stringify(results[0]?.content)).toContain("a.txt is empty");
  const judges = harness.server.requests.filter(isJudge);
  expect(judges[0]?.tools.map(({ name }) => name).sort()).toEqual(["find", "grep", "ls", "read", "verdict"]);
});

test("a model that only talks is stopped after three rounds", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    script: () => ({ text: "Hm." }),
    settings: SETTINGS,
  });
  await harness.prompt("/goal the moon is reached");
  await harness.session.waitForIdle();
  expect(harness.server.requests).toHaveLength(3);
});

test("at the terminal each round says why the model was sent back", async () => {
  const replies: ModelReply[] = [
    { text: "Done." },
    call("write", { path: "done.txt", content: "yes\n" }),
    { text: "Yes." },
  ];
  await using harness = await createExtensionHarness({
    ...{ extensions: [manifest], settings: SETTINGS, mode: "tui" },
    script: () => replies.shift() ?? { text: "too many requests" },
  });
  harness.terminal.press(...`/goal the file is there --check "cat done.txt"`, "enter");
  await harness.terminal.window.waitForText(
    /Done\.\n\n goal · round 2: cat done\.txt ended with 1\n[\s\S]*The goal is reached/,
  );
  expect(harness.errors).toEqual([]);
});

test("a model that only repeats a refuted claim is stopped: each claim is a round", async () => {
  const claim = call("goal", { status: "reached", evidence: "Believe me." });
  const hasEnded = ({ body }: ModelRequest) => /ends, because/.test(JSON.stringify((body.messages as object[]).at(-1)));
  const claims: ModelReply[] = [];
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    script: (request) => (hasEnded(request) ? { text: "I stop." } : (claims.shift() ?? claim)),
    settings: SETTINGS,
  });
  await harness.prompt("/goal it rains --check false");
  await harness.session.waitForIdle();
  expect(harness.session.getLastAssistantText()).toBe("I stop.");
  expect(JSON.stringify(harness.server.requests.at(-1)?.body)).toContain("because the model did nothing for 3 rounds");
  expect(harness.server.requests).toHaveLength(4);
  claims.push(claim, call("ls", {}), claim, call("ls", {}), claim);
  await harness.prompt("/goal it snows --check false --rounds 2");
  await harness.session.waitForIdle();
  expect(JSON.stringify(harness.server.requests.at(-1)?.body)).toContain("because the limit of 2 rounds is reached");
  expect(harness.errors).toEqual([]);
});

test("the limit of the cost counts agents and holds within a run, which it stops", async () => {
  const { harness, press } = await onScreen(
    Array.from({ length: 50 }, () => call("ls", {})),
    { model: { cost: { input: 1, output: 0, cacheRead: 0, cacheWrite: 0 } } },
  );
  await using _ = harness;
  const stopped = /The work on the goal was stopped: the limit of \$0\.00025 is reached/;
  await press(stopped, ..."/goal it rains --cost 0.00025", "enter");
  await harness.session.waitForIdle();
  // Each request has 100 tokens.
  expect(harness.server.requests).toHaveLength(3);
  const isAgent = ({ tools }: ModelRequest) => tools.length === 0;
  harness.server.rescript((request) => (isAgent(request) ? { text: "seen" } : call("hire", {})));
  await press(/Stopped\.[\s\S]*\$0\.00025 is reached/, ..."/goal it snows --cost 0.00025", "enter");
  await harness.session.waitForIdle();
  expect(harness.server.requests.map(isAgent)).toEqual([false, true, false, true]);
  expect(harness.errors).toEqual([]);
});

/** A tool that lets an agent make one request. */
function hire(pi: ExtensionAPI): void {
  pi.registerTool({
    ...{ name: "hire", label: "Hire", description: "Hires.", parameters: { type: "object" } as object as TSchema },
    describe: () => ({ effect: "read" }),
    async execute() {
      const child = await pi.children.create({ name: "hired", tools: [] });
      await child.prompt("Look.");
      await child.dispose();
      return { content: [{ type: "text", text: "hired" }], details: undefined };
    },
  });
}

async function onScreen(replies: readonly ModelReply[], options: Pick<ExtensionHarnessOptions, "model"> = {}) {
  const left = [...replies];
  const harness = await createExtensionHarness({
    extensions: [manifest, hire],
    script: () => left.shift() ?? { text: "too many requests" },
    settings: SETTINGS,
    mode: "tui",
    ...options,
  });
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await harness.terminal.window.waitForText(seen);
  };
  return { harness, press };
}

test("a limit ends the work with its reason", async () => {
  const ls = call("ls", {});
  const { harness, press } = await onScreen([ls, { text: "one" }, ls, { text: "two" }]);
  await using _ = harness;
  await press(
    /The work on the goal was stopped: the limit of 2 rounds is reached\.\s+\/goal\s+<condition>\s+sets\s+it\s+again/,
    ..."/goal it rains --rounds 2",
    "enter",
  );
  await harness.session.waitForIdle();
  expect(harness.server.requests).toHaveLength(4);
  expect(harness.terminal.window.screen().join("\n")).not.toContain("goal: round");
  await press(/Say what must hold/, ..."/goal", "enter");
  expect(harness.errors).toEqual([]);
});

test("the model gives up with its reason; /goal off drops a goal", async () => {
  const { harness, press } = await onScreen([
    call("goal", { status: "stuck", evidence: "There are no clouds." }),
    { text: "no rain" },
    { failure: "silence" },
  ]);
  await using _ = harness;
  await press(/The goal was given up: There are no clouds\.[\s\S]*no rain/, ..."/goal it rains", "enter");
  await harness.session.waitForIdle();
  await press(/goal: round 1 of 25/, ..."/goal it snows", "enter");
  await press(/The goal, in round 1: it snows/, ..."/goal", "enter");
  await press(/The goal is dropped/, ..."/goal off", "enter");
  await press(/There is no goal/, ..."/goal off", "enter");
  expect(harness.terminal.window.screen().join("\n")).not.toContain("goal: round");
  await harness.session.abort();
  expect(harness.errors).toEqual([]);
});

test("a run that the user stops leaves the goal open, also over a restart: the next message continues it", async () => {
  const { harness, press } = await onScreen([
    call("ls", {}),
    { failure: "silence" },
    { text: "back" },
    call("write", { path: "rain.txt", content: "wet" }),
    { text: "done" },
  ]);
  await using _ = harness;
  harness.terminal.press(..."/goal it rains --check 'test -e rain.txt'", "enter");
  await harness.server.waitForRequest(({ index }) => index === 1);
  await harness.session.abort();
  await harness.session.waitForIdle();
  expect(harness.server.requests).toHaveLength(2);
  await harness.restart();
  await harness.terminal.window.waitForText(/goal: round 1 of 25/);
  await press(/The goal is reached: it rains/, ..."go on", "enter");
  await harness.session.waitForIdle();
  expect(JSON.stringify(harness.server.requests[3]?.body)).toMatch(/not reached yet: it rains/);
  expect(harness.errors).toEqual([]);
});

test("compact: the model's own summary replaces the conversation, and the run continues", async () => {
  const replies: ModelReply[] = [call("compact", { summary: "We count sheep. 41 so far." }), { text: "42" }];
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    script: () => replies.shift() ?? { text: "too many requests" },
    settings: SETTINGS,
  });
  expect(await harness.prompt("Count the sheep in the meadow.")).toBe("42");
  const body = JSON.stringify(harness.server.requests[1]?.body);
  expect(body).toContain("We count sheep. 41 so far.");
  expect(body).not.toContain("in the meadow");
  expect(harness.errors).toEqual([]);
});

test("options and stop rules", () => {
  expect(parseGoal("tests pass --check 'npm test -- a' --rounds 3 --cost=1.5", LIMITS)).toEqual({
    condition: "tests pass",
    check: "npm test -- a",
    limits: { rounds: 3, minutes: 120, cost: 1.5 },
  });
  expect(parseGoal("--check true", LIMITS).condition).toBe("The command succeeds: true");
  for (const text of ["", "x --rounds many", "x --frob 1"]) expect(() => parseGoal(text, LIMITS)).toThrow();
  const goal: Goal = {
    condition: "x",
    limits: { rounds: 2, minutes: 1, cost: 1 },
    rounds: 0,
    idleRounds: 0,
    startedAt: 0,
    startCost: 1,
  };
  expect(stopReason(goal, 0, () => 1)).toBeUndefined();
  expect(stopReason({ ...goal, rounds: 1 }, 0, () => 1)).toBe("the limit of 2 rounds is reached");
  expect(stopReason({ ...goal, idleRounds: 3 }, 0, () => 1)).toContain("did nothing");
  expect(stopReason(goal, 60_000, () => 1)).toBe("the limit of 1 minute is reached");
  expect(stopReason(goal, 0, () => 2.5)).toContain("$1");
});
