import assert from "node:assert/strict";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@howaboua/pi-auto-trees",
  shows: "/end goes back to the marked place and carries a summary of the work along",
  async drive(tau) {
    tau.model(say("hello"), say("the fence is teal"));
    await tau.prompt("hi");
    await tau.command("/marker");
    await tau.prompt("paint the fence");
    tau.modelWithAside(say("Summary: a teal fence"), say("next"), say());
    await tau.command("/end");
    await tau.prompt("go on");
    const request = await tau.requested(/go on/);
    assert.match(JSON.stringify(request.body), /Summary: a teal fence/);
    assert.doesNotMatch(JSON.stringify(request.body), /the fence is teal/);
  },
} satisfies Scenario;
