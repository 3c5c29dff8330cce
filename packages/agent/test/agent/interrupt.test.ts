import { expect, test } from "vitest";
import { Agent } from "../../src/index.ts";
import { textOf, user } from "../support/events.ts";
import { calls, model, says, scripted } from "../support/scripted-model.ts";
import { textResult, tool } from "../support/tools.ts";

test("an interruption stops the answer and not the run; its message comes before what is queued", async () => {
  const { streamFn, requests } = scripted([says("first words of many")], [says("B")], [says("C")]);
  const agent = new Agent({ streamFn, abortGraceMs: 0, initialState: { model } });
  const ended: unknown[] = [];
  agent.subscribe((event) => {
    if (event.type === "message_start" && event.message.role === "assistant" && ended.length === 0) {
      agent.steer(user("queued"));
      ended.push(agent.interrupt([user("injected")], "a rule"));
    }
    if (event.type === "agent_end") ended.push("agent_end");
  });
  await agent.prompt("Hi");
  expect(ended).toEqual([true, "agent_end"]);
  const texts = requests.map(({ context }) => context.messages.filter(({ role }) => role === "user").map(textOf));
  expect(texts).toEqual([["Hi"], ["Hi", "injected", "queued"]]);
  const answers = agent.state.messages.filter((message) => message.role === "assistant");
  expect(answers).toMatchObject([{ stopReason: "aborted", errorMessage: "a rule" }, { stopReason: "stop" }]);
  expect(agent.interrupt([user("late")], "nothing runs")).toBe(false);
});

test("an abort during an interruption is an abort", async () => {
  const { streamFn, requests } = scripted([says("A")], [says("B")]);
  const agent = new Agent({ streamFn, abortGraceMs: 0, initialState: { model } });
  agent.subscribe((event) => {
    if (event.type !== "message_start" || event.message.role !== "assistant") return;
    agent.interrupt([user("injected")], "a rule");
    agent.abort();
    expect(agent.interrupt([user("again")], "too late")).toBe(false);
  });
  await agent.prompt("Hi");
  expect(requests).toHaveLength(1);
  expect(agent.state.messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "aborted" });
});

test("finishTurn may replace the conversation, and leaves open whether the run goes on", async () => {
  const { streamFn, requests } = scripted([calls("look")], [says("end")]);
  const agent = new Agent({
    streamFn,
    finishTurn: ({ toolResults }) =>
      toolResults.length > 0 ? { action: "proceed", messages: [user("all that counts")] } : undefined,
    initialState: { model, tools: [tool("look", async () => textResult("seen"))] },
  });
  await agent.prompt("Hi");
  expect(requests.map(({ context }) => context.messages.map(textOf))).toEqual([["Hi"], ["all that counts"]]);
});
