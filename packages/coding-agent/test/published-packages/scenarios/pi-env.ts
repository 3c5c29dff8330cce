import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-env",
  shows: "a variable of the settings is in the environment of the commands that the model runs",
  settings: { env: { FENCE_COLOUR: "teal" } },
  async drive(tau) {
    tau.model(call("bash", { command: "echo colour=$FENCE_COLOUR" }), say());
    await tau.prompt("look");
    assert.match(tau.result("bash"), /colour=teal/);
  },
} satisfies Scenario;
