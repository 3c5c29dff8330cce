import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { exportJsonl } from "../../../../src/compat/pi/export-session.ts";
import type { SessionSwitchHooks } from "../../../../src/core/session/replace/session-runtime.ts";
import { forkPoints } from "../../../../src/core/session/replace/tree-navigation.ts";
import { type SessionSetup, sessionFor } from "../session-for.ts";

const answers = ["one", "two", "three", "four"].map((text) => fauxAssistantMessage(text));

/** Writes down what the runtime asks and tells, in order. */
function follow({ runtime }: SessionSetup, cancels: "switch" | "fork" | undefined = undefined): unknown[] {
  const told: unknown[] = [];
  const hooks: SessionSwitchHooks = {
    beforeSwitch: async (target) => {
      told.push(["before_switch", target]);
      return cancels === "switch";
    },
    beforeFork: async (target) => {
      told.push(["before_fork", target]);
      return cancels === "fork";
    },
    onShutdown: async (end) => void told.push(["shutdown", end]),
    onReplaced: async (session, start) => void told.push(["start", session.sessionFile, start]),
  };
  runtime.hooks = hooks;
  runtime.setBeforeSessionInvalidate(() => told.push(["invalidate"]));
  runtime.setRebindSession(async (session) => void told.push(["rebind", session.sessionFile]));
  return told;
}

test("P-SESS-41: a new session: before_switch, shutdown, start, each with what it is to know", async () => {
  await using setup = await sessionFor(answers);
  await setup.session.prompt("go");
  const previous = setup.session.sessionFile;
  const told = follow(setup);
  expect(await setup.runtime.newSession()).toEqual({ cancelled: false });
  const next = setup.session.sessionFile;
  expect(next).not.toBe(previous);
  expect(told).toEqual([
    ["before_switch", { reason: "new" }],
    ["shutdown", { reason: "new", targetSessionFile: next }],
    ["invalidate"],
    ["rebind", next],
    ["start", next, { reason: "new", previousSessionFile: previous }],
  ]);
});

for (const inMemory of [false, true])
  test(`a session that cannot be opened is refused, and the one that was left goes on (${inMemory ? "memory" : "file"})`, async () => {
    await using setup = await sessionFor(answers, { inMemory });
    await setup.session.prompt("go");
    await setup.session.prompt("another way");
    const { sessionFile } = setup.session;
    const [first] = setup.session.log.getEntries().filter(({ type }) => type === "message");
    setup.session.log.branch(first?.id ?? "");
    const told = follow(setup);
    const path = join(setup.cwd, "no-session.jsonl");
    writeFileSync(path, "no session\n");
    await expect(setup.runtime.switchSession(path)).rejects.toThrow(/holds no session/);
    expect(told.slice(-2)).toEqual([
      ["rebind", sessionFile],
      ["start", sessionFile, { reason: "resume", previousSessionFile: sessionFile }],
    ]);
    await setup.session.prompt("go on");
    expect(setup.session.sessionFile).toBe(sessionFile);
    expect(setup.session.messages.map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
  });

test("P-SESS-41: who quits while a session is being replaced ends the one that comes, after its start", async () => {
  await using setup = await sessionFor(answers);
  const told = follow(setup);
  const replaced = setup.runtime.newSession();
  await setup.runtime.dispose();
  await replaced;
  expect(told.map((each) => (each as unknown[])[0])).toEqual([
    "before_switch",
    "shutdown",
    "invalidate",
    "rebind",
    "start",
    "shutdown",
  ]);
  expect(told.at(-1)).toEqual(["shutdown", { reason: "quit" }]);
});

test("a session that never gets ready does not keep anybody from leaving", async () => {
  await using setup = await sessionFor(answers);
  const told = follow(setup);
  const answer = Promise.withResolvers<boolean>();
  setup.runtime.hooks.beforeSwitch = () => answer.promise;
  const replaced = setup.runtime.newSession();
  await setup.runtime.dispose();
  expect(told).toEqual([["shutdown", { reason: "quit" }]]);
  answer.resolve(true);
  expect(await replaced).toEqual({ cancelled: true });
});

test("P-SESS-42, P-SESS-43: who cancels keeps the session, and nobody is told of an end", async () => {
  await using setup = await sessionFor(answers);
  const { session, runtime } = setup;
  await session.prompt("go");
  const told = follow(setup, "switch");
  expect(await runtime.newSession()).toEqual({ cancelled: true });
  expect(await runtime.switchSession(session.sessionFile ?? "")).toEqual({ cancelled: true });
  const forbidden = follow(setup, "fork");
  expect(await runtime.clone()).toEqual({ cancelled: true });
  expect(setup.session).toBe(session);
  expect([...told, ...forbidden].map((each) => (each as unknown[])[0])).toEqual([
    "before_switch",
    "before_switch",
    "before_fork",
  ]);
  await session.prompt("still there");
  expect(session.getLastAssistantText()).toBe("two");
});

test("P-SESS-31, P-SESS-32: a fork before a message hands its text back; the source stays as it is", async () => {
  await using setup = await sessionFor(answers);
  await setup.session.prompt("first");
  await setup.session.prompt("second");
  const source = setup.session.sessionFile ?? "";
  const bytes = readFileSync(source);
  const told = follow(setup);
  const [, second] = forkPoints(setup.session.log);
  expect(await setup.runtime.fork(second?.entryId ?? "")).toEqual({ cancelled: false, selectedText: "second" });
  expect(setup.session.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(setup.session.log.getHeader()?.parentSession).toBe(source);
  expect(readFileSync(source)).toEqual(bytes);
  expect(told.map((each) => (each as unknown[])[0])).toEqual([
    "before_fork",
    "shutdown",
    "invalidate",
    "rebind",
    "start",
  ]);
  await setup.runtime.clone();
  expect(setup.session.messages).toHaveLength(2);
});

test("P-SESS-44: listeners of the runtime outlive a switch; P-SESS-39: model, level and messages come from the file", async () => {
  await using setup = await sessionFor(answers);
  await setup.session.prompt("go");
  setup.session.choice.setThinkingLevel("high", { keepDefault: true });
  const { sessionFile = "", messages } = setup.session;
  await setup.runtime.newSession();
  expect(setup.session.messages).toEqual([]);
  const told = follow(setup);
  await setup.runtime.switchSession(sessionFile);
  await setup.runtime.newSession();
  await setup.runtime.switchSession(sessionFile);
  expect(setup.session.messages).toEqual(messages);
  expect(setup.session.log.buildSessionContext().thinkingLevel).toBe("high");
  expect(told.filter((each) => (each as unknown[])[0] === "start")).toHaveLength(3);
});

test("P-SESS-45: a session whose folder is gone is not run in another one unasked", async () => {
  await using setup = await sessionFor(answers);
  await setup.session.prompt("go");
  const { sessionFile = "" } = setup.session;
  const moved = join(setup.cwd, "moved.jsonl");
  writeFileSync(moved, readFileSync(sessionFile, "utf8").replaceAll(setup.cwd, "/gone/away"));
  const before = setup.session;
  await expect(setup.runtime.switchSession(moved)).rejects.toThrow(/\/gone\/away[\s\S]*such as/);
  expect(setup.session).toBe(before);
  await setup.runtime.switchSession(moved, { cwdOverride: setup.cwd });
  expect(setup.session.messages).toHaveLength(2);
});

test("an imported file is copied among the sessions, and itself stays as it is", async () => {
  await using setup = await sessionFor(answers);
  await setup.session.prompt("go");
  const elsewhere = join(setup.cwd, "elsewhere.jsonl");
  exportJsonl(setup.session, elsewhere);
  const bytes = readFileSync(elsewhere);
  const told = follow(setup);
  expect(await setup.runtime.importFromJsonl("elsewhere.jsonl")).toEqual({ cancelled: false });
  expect(setup.session.sessionFile).not.toBe(elsewhere);
  await setup.session.prompt("more");
  expect(setup.session.messages).toHaveLength(4);
  expect(readFileSync(elsewhere)).toEqual(bytes);
  expect(told[0]).toEqual(["before_switch", { reason: "resume", targetSessionFile: elsewhere }]);
  await expect(setup.runtime.importFromJsonl("missing.jsonl")).rejects.toMatchObject({ code: "missing-file" });
});

test("a new session may be written to before it is read", async () => {
  await using setup = await sessionFor(answers);
  await setup.runtime.newSession({
    prepare: async (log) => void log.appendMessage({ role: "user", content: "noted", timestamp: 0 }),
  });
  expect(setup.session.messages).toMatchObject([{ role: "user", content: "noted" }]);
});

test("the model that a new session begins with is in its log, unless what was written there names one", async () => {
  await using setup = await sessionFor(answers);
  const { runtime } = setup;
  const chosen = () =>
    runtime.session.log.getEntries().flatMap((entry) => {
      if (entry.type === "model_change") return [entry.modelId];
      return entry.type === "thinking_level_change" ? [entry.thinkingLevel] : [];
    });
  const { thinkingLevel } = setup.session;
  await runtime.newSession({ prepare: async (log) => void log.appendCustomEntry("mine", {}) });
  expect(chosen()).toEqual(["one", thinkingLevel]);
  await runtime.newSession({
    prepare: async (log) => void log.appendMessage({ role: "user", content: "noted", timestamp: 0 }),
  });
  expect(chosen()).toEqual(["one", thinkingLevel]);
  await runtime.newSession({ prepare: async (log) => void log.appendThinkingLevelChange("low") });
  expect(chosen()).toEqual(["low", "one"]);
  await runtime.newSession({ prepare: async (log) => void log.appendModelChange("faux", "two") });
  expect(chosen()).toEqual(["two"]);
});

test("P-SESS-48: disposing leaves a log that is complete and free", async () => {
  const setup = await sessionFor(answers);
  await setup.session.prompt("go");
  const { sessionFile = "" } = setup.session;
  await setup.runtime.dispose();
  expect(readFileSync(sessionFile, "utf8").trim().split("\n").length).toBeGreaterThan(3);
  expect(existsSync(`${sessionFile}.lock`)).toBe(false);
  setup.faux.unregister();
  rmSync(setup.cwd, { recursive: true });
});

test("what is said while a session is being replaced is meant for the one that comes", async () => {
  await using setup = await sessionFor(answers);
  const { runtime, session: first } = setup;
  const ending = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  runtime.hooks = {
    onShutdown: async () => {
      asked.resolve();
      await ending.promise;
    },
  };
  const replaced = runtime.newSession();
  await asked.promise;
  const lasting = runtime.lastingSession();
  ending.resolve();
  await replaced;
  expect(await lasting).toBe(runtime.session);
  expect(runtime.session).not.toBe(first);
  await expect(first.prompt("too late")).rejects.toThrow("This session has ended");
});

test("what is said while a second replacement is asked for waits for that one, though the first is not over", async () => {
  await using setup = await sessionFor(answers);
  const { runtime } = setup;
  const settled = Promise.withResolvers<void>();
  const shown = Promise.withResolvers<void>();
  runtime.hooks = {
    onReplaced: async () => {
      shown.resolve();
      await settled.promise;
    },
  };
  const first = runtime.newSession();
  await shown.promise;
  const second = runtime.newSession();
  const between = runtime.session;
  const lasting = await runtime.lastingSession();
  expect([lasting === between, lasting === runtime.session]).toEqual([false, true]);
  settled.resolve();
  await Promise.all([first, second]);
});

test("a replacement that fails leaves a session to talk to", async () => {
  await using setup = await sessionFor(answers);
  const { runtime } = setup;
  runtime.hooks = {
    onShutdown: async ({ reason }) => {
      if (reason !== "quit") throw new Error("not now");
    },
  };
  await expect(runtime.newSession()).rejects.toThrow("not now");
  await (await runtime.lastingSession()).prompt("still there?");
  expect(setup.session.getLastAssistantText()).toBe("one");
});
