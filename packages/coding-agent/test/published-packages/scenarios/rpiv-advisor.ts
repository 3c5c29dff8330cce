import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@juicesharp/rpiv-advisor",
  shows: "the model hands the conversation to an adviser, whose answer is the tool's result",
  async prepare({ workspace }) {
    const settings = JSON.stringify({ modelKey: "scripted/scripted" });
    await workspace.write("../home/.config/rpiv-advisor/advisor.json", settings);
    return {};
  },
  async drive(tau) {
    tau.modelWithAside(say("Use teal paint."), call("advisor"), say());
    await tau.prompt("which colour should the fence have");
    assert.match(tau.result("advisor"), /Use teal paint/);
    await tau.requested(/which colour should the fence have.*advis/i);
  },
} satisfies Scenario;
