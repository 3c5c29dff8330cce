import assert from "node:assert/strict";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-ponytail",
  shows: "the mode is part of the system prompt until it is switched off",
  async drive(tau) {
    await tau.command("/ponytail ultra");
    tau.model(say(), say());
    await tau.prompt("build it");
    assert.match(JSON.stringify(tau.server.requests[0]?.body), /ponytail/i);
    await tau.command("/ponytail off");
    await tau.prompt("build it");
    assert.doesNotMatch(JSON.stringify(tau.server.requests[1]?.body), /PONYTAIL MODE ACTIVE/i);
  },
} satisfies Scenario;
