import assert from "node:assert/strict";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-blueprint",
  shows: "/blueprint hands the objective and its instructions to the model",
  async drive(tau) {
    tau.model(say("a plan"));
    await tau.command("/blueprint make tea for five");
    const request = await tau.requested(/make tea for five/);
    assert.match(JSON.stringify(request.body), /phase/i);
  },
} satisfies Scenario;
