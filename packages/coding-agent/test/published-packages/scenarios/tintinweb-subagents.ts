import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@tintinweb/pi-subagents",
  shows: "the model gives a task to a sub-agent in the same process and reads its result",
  async drive(tau) {
    const task = { prompt: "Find the colour.", description: "Find it", subagent_type: "general-purpose" };
    tau.model(call("Agent", task), say("The colour is teal."), say());
    await tau.prompt("find the colour");
    assert.match(tau.result("Agent"), /The colour is teal/);
  },
} satisfies Scenario;
