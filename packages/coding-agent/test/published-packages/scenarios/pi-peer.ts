import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@cryptolibertus/pi-peer",
  shows: "a session announces itself and lists the peers that it could write to",
  async drive(tau) {
    tau.model(call("peer_list"), call("peer_context"), say());
    await tau.prompt("is anyone there");
    assert.match(tau.result("peer_list"), /peer/i);
    tau.result("peer_context");
  },
} satisfies Scenario;
