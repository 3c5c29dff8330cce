import assert from "node:assert/strict";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-aliases",
  shows: "/clear starts a new session, as /new does",
  async drive(tau) {
    tau.model(say("one"), say("two"));
    await tau.prompt("the first prompt");
    await tau.command("/clear");
    await tau.prompt("the second prompt");
    const request = await tau.requested(/the second prompt/);
    assert.doesNotMatch(JSON.stringify(request.body), /the first prompt/);
  },
} satisfies Scenario;
