import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-plan-mode",
  shows: "in plan mode a write outside the plan file is refused, and works again once the mode is left",
  async drive(tau) {
    await tau.command("/plan");
    await tau.shown("notify", /Plan mode enabled/);
    const paint = call("write", { path: "fence.txt", content: "red" });
    // The package asks the model for summaries of the plan.
    tau.modelWithAside(say("a plan"), paint, say());
    await tau.prompt("paint the fence");
    assert.match(tau.failure("write"), /plan/i);
    assert(!(await tau.workspace.list()).includes("fence.txt"));
    await tau.command("/plan:cancel");
    tau.model(paint, say());
    await tau.prompt("paint the fence");
    assert.equal(await tau.workspace.read("fence.txt"), "red");
  },
} satisfies Scenario;
