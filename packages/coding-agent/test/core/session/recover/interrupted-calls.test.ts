import type { AgentMessage } from "@tau/agent";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { type SessionSetup, sessionFor } from "../session-for.ts";

const text = (said: string) => ({ content: [{ type: "text" as const, text: said }], details: undefined });
const tool = { label: "", description: "A tool.", parameters: Type.Object({}) };
const calls = ["c1", "c2", "c3"].map((id) => fauxToolCall(id === "c2" ? "unsafe" : "safe", {}, { id }));

/** A session that a crash cut off while three calls ran. */
function cutOff({ session }: SessionSetup): void {
  const log = session.log;
  log.appendMessage({ role: "user", content: "go", timestamp: 1 });
  log.appendMessage(fauxAssistantMessage(calls, { stopReason: "toolUse" }));
  session.agent.state.messages = session.log.buildSessionContext().messages;
}

test("a call that is run again after a crash can be stopped", async () => {
  const started = Promise.withResolvers<void>();
  const stopped: string[] = [];
  const safe = {
    ...tool,
    name: "safe",
    replay: "safe" as const,
    async execute(id: string, _: unknown, signal?: AbortSignal) {
      started.resolve();
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      stopped.push(id);
      return text("stopped");
    },
  };
  await using setup = await sessionFor([fauxAssistantMessage("never asked")], { customTools: [safe] });
  cutOff(setup);
  const run = setup.session.prompt("go on");
  await started.promise;
  await setup.session.abort();
  await run;
  expect(stopped).toEqual(["c1", "c3"]);
});

test("P-SESS-39: results of calls that a crash cut off stand in the order of the calls, now and after a resume", async () => {
  const safe = { ...tool, name: "safe", replay: "safe" as const, execute: async (id: string) => text(`again ${id}`) };
  await using setup = await sessionFor([fauxAssistantMessage("done")], { customTools: [safe] });
  cutOff(setup);
  await setup.session.prompt("go on");
  expect(resultsOf(setup.session.messages)).toEqual(["c1", "c2", "c3"]);
  expect(setup.session.log.buildSessionContext().messages).toEqual(setup.session.messages);
});

test("P-SESS-39: a resumed session shows the model the results of parallel calls as they were shown before", async () => {
  const last = Promise.withResolvers<void>();
  const safe = {
    ...tool,
    name: "safe",
    async execute(id: string) {
      if (id === "c1") await last.promise;
      else last.resolve();
      return text(id);
    },
  };
  const parallel = calls.filter(({ name }) => name === "safe");
  const answers = [fauxAssistantMessage(parallel, { stopReason: "toolUse" }), fauxAssistantMessage("done")];
  await using setup = await sessionFor(answers, { customTools: [safe] });
  await setup.session.prompt("go");
  const entries = setup.session.log.getBranch();
  expect(resultsOf(entries.flatMap((entry) => (entry.type === "message" ? [entry.message] : [])))).toEqual([
    "c3",
    "c1",
  ]);
  expect(resultsOf(setup.session.messages)).toEqual(["c1", "c3"]);
  expect(resultsOf(setup.session.log.buildSessionContext().messages)).toEqual(["c1", "c3"]);
});

function resultsOf(messages: readonly AgentMessage[]): string[] {
  return messages.flatMap((message) => (message.role === "toolResult" ? [message.toolCallId] : []));
}
