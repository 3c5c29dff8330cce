import { rmSync } from "node:fs";
import { fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import type { AgentSessionEvent } from "../../../../src/core/session/session-event.ts";
import { sessionWith } from "../../extensions/session-with.ts";
import { type SessionSetup, sessionFor } from "../session-for.ts";

const answers = () => ["one", "two", "three"].map((text) => fauxAssistantMessage(text));

/** The log takes nothing any more, as on a disk that is full. */
function refuse({ session }: SessionSetup): AgentSessionEvent[] {
  const events: AgentSessionEvent[] = [];
  session.subscribe((event) => events.push(event));
  session.log.close();
  return events;
}

test("a model that the log refused is not taken", async () => {
  await using setup = await sessionFor(answers());
  const { session, faux } = setup;
  const events = refuse(setup);
  const [before, level] = [session.model, session.thinkingLevel];
  await expect(session.choice.setModel(faux.getModel("two") ?? before)).rejects.toThrow("closed");
  await expect(session.choice.cycleModel("forward")).rejects.toThrow("closed");
  expect([session.model, session.thinkingLevel]).toEqual([before, level]);
  expect(setup.services.settings.get("defaultModel")).toBeUndefined();
  expect(events).toEqual([]);
});

test("a thinking level that the log refused is not taken", async () => {
  await using setup = await sessionFor(answers());
  const { session } = setup;
  const events = refuse(setup);
  const before = session.thinkingLevel;
  expect(() => session.choice.setThinkingLevel("high")).toThrow("closed");
  expect(() => session.choice.cycleThinkingLevel()).toThrow("closed");
  expect([session.thinkingLevel, events]).toEqual([before, []]);
});

test("a name that the log refused is not told", async () => {
  await using setup = await sessionFor(answers());
  const events = refuse(setup);
  expect(() => setup.session.setSessionName("name")).toThrow("closed");
  expect([setup.session.log.getSessionName(), events]).toEqual([undefined, []]);
});

test("a place in the tree whose label the log refused is not gone to", async () => {
  await using setup = await sessionFor(answers());
  const { session } = setup;
  await session.prompt("first");
  await session.prompt("second");
  const [messages, leaf] = [session.messages, session.log.getLeafId()];
  const target = session.log.getBranch().find(({ type }) => type === "message")?.id ?? "";
  refuse(setup);
  await expect(session.branches.navigate(target, { label: "here" })).rejects.toThrow("closed");
  expect([session.messages, session.log.getLeafId()]).toEqual([messages, leaf]);
});

test("commands that the log refused still wait, and the end of the run is told", async () => {
  const setup = await sessionFor([fauxAssistantMessage("one")]);
  const { session } = setup;
  const result = { output: "out", exitCode: 0, cancelled: false, truncated: false };
  const events: AgentSessionEvent["type"][] = [];
  session.subscribe((event) => {
    events.push(event.type);
    if (event.type === "agent_start") for (const command of ["a", "b"]) session.bash.record(command, result);
    if (event.type === "agent_end") session.log.close();
  });
  await expect(session.prompt("go")).rejects.toThrow("closed");
  expect(session.bash.hasWaiting).toBe(true);
  expect(events.at(-1)).toBe("agent_settled");
  await expect(setup.runtime.dispose()).rejects.toThrow("closed");
  setup.faux.unregister();
  rmSync(setup.cwd, { recursive: true });
});

test("a run that breaks while the session ends does not keep its log open", async () => {
  const [asked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
  const beforeSettle = () => {
    asked.resolve();
    return goesOn.promise;
  };
  const setup = await sessionFor(answers(), { hooks: { beforeSettle } });
  const { session } = setup;
  const run = expect(session.prompt("go")).rejects.toThrow("a fault of the program");
  await asked.promise;
  const closed = expect(setup.runtime.dispose()).rejects.toThrow("a fault of the program");
  goesOn.reject(new TypeError("a fault of the program"));
  await Promise.all([run, closed]);
  expect(() => session.log.appendSessionInfo("name")).toThrow("closed");
  setup.faux.unregister();
  rmSync(setup.cwd, { recursive: true });
});

test("extensions are told of the end where a command that waited could not be written", async () => {
  const ends: string[] = [];
  const setup = await sessionWith([(pi) => void pi.on("session_shutdown", ({ reason }) => void ends.push(reason))], {
    answers: answers(),
  });
  const { session } = setup;
  session.subscribe(({ type }) => {
    const result = { output: "out", exitCode: 0, cancelled: false, truncated: false };
    if (type === "agent_start") session.bash.record("a", result);
    if (type === "agent_end") session.log.close();
  });
  await expect(session.prompt("go")).rejects.toThrow("closed");
  await expect(session.dispose()).rejects.toThrow("closed");
  expect(ends).toEqual(["quit"]);
  setup.faux.unregister();
  rmSync(setup.cwd, { recursive: true });
});
