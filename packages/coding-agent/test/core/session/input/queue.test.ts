import { fauxAssistantMessage, type ImageContent } from "@tau/ai";
import { expect, test } from "vitest";
import { eventually, sessionFor } from "../session-for.ts";

const IMAGE: ImageContent = { type: "image", data: "aGk=", mimeType: "image/png" };

/** An answer that waits until the test lets it come. */
function gate() {
  const opened = Promise.withResolvers<void>();
  return {
    open: opened.resolve,
    answer: async () => {
      await opened.promise;
      return fauxAssistantMessage("first");
    },
  };
}

test("what is queued can be taken back, with its images, and is not sent", async () => {
  const { answer, open } = gate();
  await using setup = await sessionFor([answer]);
  const { session } = setup;
  const run = session.prompt("go");
  await eventually(session, () => session.isStreaming);
  await session.steer("look at this", [IMAGE]);
  await session.followUp("and then this");
  expect([session.queue.length, session.queue.steering, session.queue.followUp]).toEqual([
    2,
    ["look at this"],
    ["and then this"],
  ]);
  expect(session.queue.clear()).toEqual({ steering: ["look at this"], followUp: ["and then this"], images: [IMAGE] });
  expect(session.queue.clear()).toEqual({ steering: [], followUp: [] });
  open();
  await run;
  expect(setup.faux.state.callCount).toBe(1);
});

test("R167: a prompt during a run needs to say how it is to be delivered", async () => {
  const { answer, open } = gate();
  await using setup = await sessionFor([answer, fauxAssistantMessage("second")]);
  const { session } = setup;
  const run = session.prompt("go");
  await eventually(session, () => session.isStreaming);
  await expect(session.prompt("more")).rejects.toMatchObject({ code: "busy" });
  const dispositions: string[] = [];
  await session.prompt("more", { streamingBehavior: "followUp", preflightResult: (how) => dispositions.push(how) });
  expect(dispositions).toEqual(["queued"]);
  open();
  await run;
  expect(session.getLastAssistantText()).toBe("second");
});

test.each([
  ["one-at-a-time", 3],
  ["all", 2],
] as const)("R168: follow-ups are delivered %s: %d requests", async (mode, requests) => {
  const { answer, open } = gate();
  await using setup = await sessionFor([answer, fauxAssistantMessage("b"), fauxAssistantMessage("c")]);
  const { session } = setup;
  session.agent.followUpMode = mode;
  const run = session.prompt("go");
  await eventually(session, () => session.isStreaming);
  await session.followUp("one");
  await session.followUp("two");
  open();
  await run;
  expect(setup.faux.state.callCount).toBe(requests);
});

test("an input handler sees what is queued: it may change it or deal with it", async () => {
  const { answer, open } = gate();
  const seen: unknown[] = [];
  await using setup = await sessionFor([answer, fauxAssistantMessage("second")], {
    hooks: {
      onInput: async (input) => {
        seen.push([input.text, input.streamingBehavior, input.source]);
        return input.text === "mine" ? undefined : { ...input, text: input.text.toUpperCase() };
      },
    },
  });
  const { session } = setup;
  const run = session.prompt("go");
  await eventually(session, () => session.isStreaming);
  expect(await session.steer("mine")).toBe("handled");
  expect(await session.steer("yours", [], { source: "rpc" })).toBe("queued");
  expect(session.queue.steering).toEqual(["YOURS"]);
  open();
  await run;
  expect(seen).toEqual([
    ["go", undefined, "interactive"],
    ["mine", "steer", "interactive"],
    ["yours", "steer", "rpc"],
  ]);
});

test("what is queued outlives an abort, and can be run", async () => {
  const { answer, open } = gate();
  await using setup = await sessionFor([answer, fauxAssistantMessage("second")]);
  const { session } = setup;
  const run = session.prompt("go");
  while (setup.faux.state.callCount === 0) await new Promise(setImmediate);
  await session.steer("instead");
  const aborted = session.abort();
  open();
  await Promise.all([aborted, run]);
  expect([session.isIdle, session.queue.steering]).toEqual([true, ["instead"]]);
  await session.runQueued();
  expect([session.queue.steering, session.getLastAssistantText()]).toEqual([[], "second"]);
});
