import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-subagents",
  shows: "the model gives a task to the agent `delegate` and reads its result",
  async drive(tau) {
    const answer = say("The colour is teal.");
    tau.model(call("subagent", { agent: "delegate", task: "Find the colour.", async: false }), answer, answer, answer);
    await tau.prompt("find the colour");
    assert.match(tau.result("subagent"), /The colour is teal/);
  },
} satisfies Scenario;
