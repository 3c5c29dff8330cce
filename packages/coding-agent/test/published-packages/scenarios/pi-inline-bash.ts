import assert from "node:assert/strict";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@diegopetrucci/pi-inline-bash",
  shows: "a command in a prompt is replaced by its output before the model sees it",
  async drive(tau) {
    tau.model(say());
    await tau.prompt("the sum is !{echo $((40 + 2))} today");
    assert.match(JSON.stringify(tau.server.requests[0]?.body), /the sum is 42 today/);
  },
} satisfies Scenario;
