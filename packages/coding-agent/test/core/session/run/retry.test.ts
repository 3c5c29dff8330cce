import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { eventually, sessionFor } from "../session-for.ts";

const QUICK = { retry: { enabled: true, maxRetries: 2, baseDelayMs: 10 } };

function failure(errorMessage: string) {
  return fauxAssistantMessage("", { stopReason: "error", errorMessage });
}

function retryEvents(events: readonly { type: string }[]) {
  return events.filter(({ type }) => type.startsWith("auto_retry"));
}

test.each(["overloaded_error", "429 rate limit", "500", "502", "503", "504", "service unavailable", "fetch failed"])(
  "P-APP-55: %s is tried again",
  async (message) => {
    await using setup = await sessionFor([failure(message), fauxAssistantMessage("done")], { settings: QUICK });
    await setup.session.prompt("go");
    expect(setup.session.getLastAssistantText()).toBe("done");
  },
);

test("P-APP-55: a bad request is not", async () => {
  await using setup = await sessionFor([failure("400 invalid request")], { settings: QUICK });
  await setup.session.prompt("go");
  expect([setup.faux.state.callCount, retryEvents(setup.events)]).toEqual([1, []]);
  expect(setup.session.lastFailure()?.errorMessage).toBe("400 invalid request");
});

test("P-APP-56, P-APP-57: delays double, the tries end at the maximum, and events tell of each and of the outcome", async () => {
  const answers = ["503 a", "503 b", "503 c"].map(failure);
  await using setup = await sessionFor(answers, { settings: QUICK });
  await setup.session.prompt("go");
  expect(retryEvents(setup.events)).toEqual([
    { type: "auto_retry_start", attempt: 1, maxAttempts: 2, delayMs: 10, errorMessage: "503 a" },
    { type: "auto_retry_start", attempt: 2, maxAttempts: 2, delayMs: 20, errorMessage: "503 b" },
    { type: "auto_retry_end", success: false, attempt: 2, finalError: "503 c" },
  ]);
  const ends = setup.events.filter((event) => event.type === "agent_end");
  expect(ends.map(({ willRetry }) => willRetry)).toEqual([true, true, false]);
});

test("a server that asks for a longer wait than the setting allows ends the run at once", async () => {
  const error = { code: "rate-limit" as const, retryAfterMs: 60_001 };
  await using setup = await sessionFor([{ ...failure("429"), error }], { settings: QUICK });
  await setup.session.prompt("go");
  expect([setup.faux.state.callCount, retryEvents(setup.events)]).toEqual([1, []]);
  expect(setup.session.lastFailure()?.errorMessage).toBe("429");
});

test("where any wait is allowed, a server that asks to come back next month is not asked again at once", async () => {
  const error = { code: "rate-limit" as const, retryAfterMs: 40 * 24 * 3_600_000 };
  const settings = { retry: { ...QUICK.retry, provider: { maxRetryDelayMs: 0 } } };
  await using setup = await sessionFor([{ ...failure("429"), error }], { settings });
  const { session } = setup;
  const run = session.prompt("go");
  await eventually(session, () => session.retry.isWaiting);
  expect(retryEvents(setup.events)).toMatchObject([{ type: "auto_retry_start", delayMs: 2 ** 31 - 1 }]);
  await session.abort();
  await run;
  expect(setup.faux.state.callCount).toBe(1);
});

test("each turn of a run has its own tries", async () => {
  const call = fauxAssistantMessage([fauxToolCall("ls", {})], { stopReason: "toolUse" });
  const turns = [call, call, call, fauxAssistantMessage("done")];
  const answers = turns.flatMap((turn) => [failure("503"), failure("503"), turn]);
  await using setup = await sessionFor(answers, { settings: QUICK });
  await setup.session.prompt("go");
  expect(setup.session.getLastAssistantText()).toBe("done");
  const attempts = retryEvents(setup.events).map(({ type, ...event }) => [type, Reflect.get(event, "attempt")]);
  const series = [
    ["auto_retry_start", 1],
    ["auto_retry_start", 2],
    ["auto_retry_end", 2],
  ];
  expect(attempts).toEqual(turns.flatMap(() => series));
});

test("P-APP-57: a try that succeeds ends the series, and the next failure begins a new one", async () => {
  const answers = [failure("503"), fauxAssistantMessage("one"), failure("503"), fauxAssistantMessage("two")];
  await using setup = await sessionFor(answers, { settings: QUICK });
  await setup.session.prompt("go");
  await setup.session.prompt("again");
  const once = [
    { type: "auto_retry_start", attempt: 1, maxAttempts: 2, delayMs: 10, errorMessage: "503" },
    { type: "auto_retry_end", attempt: 1, success: true },
  ];
  expect(retryEvents(setup.events)).toEqual([...once, ...once]);
});

test("P-APP-58: an abort while it waits ends the wait and leaves the session idle", async () => {
  const settings = { retry: { enabled: true, maxRetries: 3, baseDelayMs: 60_000 } };
  await using setup = await sessionFor([failure("503")], { settings });
  const { session } = setup;
  const run = session.prompt("go");
  await eventually(session, () => session.retry.isWaiting);
  await session.abort();
  await run;
  expect([session.isIdle, session.retry.isWaiting, setup.faux.state.callCount]).toEqual([true, false, 1]);
  expect(retryEvents(setup.events).at(-1)).toMatchObject({ type: "auto_retry_end", success: false });
});

test("P-APP-59: the failed answer is in the log and not in the next request", async () => {
  const asked: string[][] = [];
  await using setup = await sessionFor(
    [
      failure("503"),
      ({ messages }) => {
        asked.push(messages.map(({ role }) => role));
        return fauxAssistantMessage("done");
      },
    ],
    { settings: QUICK },
  );
  await setup.session.prompt("go");
  expect(asked).toEqual([["user"]]);
  const logged = setup.session.log
    .getEntries()
    .flatMap((entry) => (entry.type === "message" && entry.message.role === "assistant" ? [entry.message] : []));
  expect(logged.map(({ stopReason }) => stopReason)).toEqual(["error", "stop"]);
});

test("a session may be told not to try again, and to do so after all", async () => {
  await using setup = await sessionFor([failure("503"), failure("503"), fauxAssistantMessage("done")], {
    settings: QUICK,
  });
  const { session } = setup;
  session.retry.setEnabled(false);
  await session.prompt("go");
  expect([session.retry.policy.enabled, setup.faux.state.callCount]).toEqual([false, 1]);
  session.retry.setEnabled(true);
  await session.prompt("go");
  expect([session.retry.policy.enabled, session.getLastAssistantText()]).toEqual([true, "done"]);
});
