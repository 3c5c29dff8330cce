import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type LogStorage, MemorySessionStore, SessionLog, type SessionPorts, type SessionStore } from "@tau/agent";
import { createLog } from "@tau/agent/node";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { eventually, sessionFor } from "./session-for.ts";

const HEADER = { type: "session", version: 3, id: "elsewhere", timestamp: "2026-01-02T03:04:05.006Z" } as const;
const calling = (timestamp = 0) =>
  fauxAssistantMessage([fauxToolCall("act", {}, { id: "call-1" })], { stopReason: "toolUse", timestamp });

/** A store that takes entries at once and has them when it says so, as one behind a network does. */
class SlowStore implements SessionStore {
  readonly directory = undefined;
  readonly steps: string[] = [];
  failure: Error | undefined;
  private readonly memory = new MemorySessionStore();

  create(log: Parameters<SessionStore["create"]>[0]): LogStorage {
    const storage = this.memory.create(log);
    return Object.assign(storage, {
      settled: async () => {
        const last = storage.entryAt(storage.count - 1);
        await new Promise(setImmediate);
        if (this.failure) throw this.failure;
        this.steps.push(last?.type === "message" ? `stored ${last.message.role}` : `stored ${last?.type}`);
      },
    });
  }

  open(path: string): LogStorage {
    return this.memory.open(path);
  }
}

function slowly() {
  const store = new SlowStore();
  const logIn = (cwd: string) => new SessionLog(store, store.create({ header: { ...HEADER, cwd } }));
  const act = {
    name: "act",
    label: "",
    description: "Acts.",
    parameters: Type.Object({}),
    async execute() {
      store.steps.push("act");
      return { content: [{ type: "text" as const, text: "acted" }], details: undefined };
    },
  };
  return { store, logIn, customTools: [act] };
}

test("where entries become durable later, nothing acts on one or shows it before", async () => {
  const { store, ...options } = slowly();
  await using setup = await sessionFor([calling(), fauxAssistantMessage("done")], options);
  setup.session.subscribe((event) => {
    if (event.type === "message_end") store.steps.push(`show ${event.message.role}`);
  });
  await setup.session.prompt("go");
  expect(store.steps).toEqual([
    "stored user",
    "show user",
    "stored assistant",
    "show assistant",
    "stored custom",
    "act",
    "stored toolResult",
    "stored toolResult",
    "show toolResult",
    "stored assistant",
    "show assistant",
  ]);
});

test("an entry that does not become durable ends the run before its effect", async () => {
  const { store, ...options } = slowly();
  await using setup = await sessionFor([calling(), fauxAssistantMessage("done")], options);
  const run = setup.session.prompt("go");
  await eventually(setup.session, () => store.steps.includes("stored assistant"));
  store.failure = new Error("connection lost");
  await run;
  expect(store.steps).not.toContain("act");
  expect(setup.session.storageFailure?.message).toBe("connection lost");
});

test("with the same clock and ids, the same events make the same log", async () => {
  const [first, second] = [await recordedSession(), await recordedSession()];
  expect(first).toEqual(second);
  expect(first.text.split("\n").length).toBeGreaterThan(6);
});

async function recordedSession(): Promise<{ name: string; text: string }> {
  const { customTools } = slowly();
  const logIn = (cwd: string) => createLog("/project", `${cwd}/sessions`, { home: cwd, ports: countingPorts() });
  const answers = [calling(1), fauxAssistantMessage("done", { timestamp: 2 })];
  await using setup = await sessionFor(answers, { logIn, customTools });
  await setup.session.prompt("go");
  const path = setup.session.sessionFile ?? "";
  return { name: basename(path), text: withoutMeasures(readFileSync(path, "utf8")) };
}

/** Answers come from outside with figures of their own, and how long a tool takes is measured. */
function withoutMeasures(text: string): string {
  return text
    .replace(/"durationMs":[\d.]+/g, '"durationMs":0')
    .replace(/"api":"faux.*?"stopReason":"\w+","timestamp":\d+/g, "");
}

function countingPorts(): SessionPorts {
  let [time, ids] = [Date.UTC(2026, 0, 2), 0];
  return {
    now: () => time++,
    uuid: () => `${(++ids).toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`,
  };
}
