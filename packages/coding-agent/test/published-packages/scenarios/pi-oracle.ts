import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@diegopetrucci/pi-oracle",
  shows: "the model asks an oracle, a second agent in a process of its own, and reads its answer",
  async drive(tau) {
    tau.model(call("oracle", { task: "Which colour?" }), say("Teal, says the oracle."), say());
    await tau.prompt("ask the oracle");
    assert.match(tau.result("oracle"), /Teal, says the oracle/);
  },
} satisfies Scenario;
