import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-pomodoro",
  shows: "the model starts a timer, whose status line appears, and asks for its state",
  async drive(tau) {
    tau.model(call("pomodoro_start", { focus: "fence" }), call("pomodoro_status"), say());
    await tau.prompt("start the clock");
    assert.match(tau.result("pomodoro_status"), /fence/);
    await tau.shown("setStatus", /\d\d?:\d\d/);
  },
} satisfies Scenario;
