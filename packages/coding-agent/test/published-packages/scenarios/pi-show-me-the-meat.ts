import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@estebanforge/pi-show-me-the-meat",
  shows: "the model gets the lines of a Git diff that carry the change",
  files: { "fence.js": "const colour = 'red';\n" },
  async drive(tau) {
    await tau.workspace.write("fence.js", "const colour = 'teal';\n");
    // The second request comes from the package's own session, which reads the diff.
    const plan = { remove: [], fold: [], replace: [], summary: "The fence is teal now." };
    tau.model(call("meat", { mode: "working" }), call("submit", plan), say("read"), say());
    await tau.prompt("what changed");
    assert.match(tau.result("meat"), /teal/);
  },
} satisfies Scenario;
