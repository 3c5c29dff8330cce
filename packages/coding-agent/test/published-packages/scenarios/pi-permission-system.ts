import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@gotgenes/pi-permission-system",
  shows: "a command that a rule denies does not run; one that a rule asks about runs after the user said yes",
  files: { "fence.txt": "red" },
  async prepare({ workspace }) {
    const bash = { "*": "allow", "rm *": "deny", "touch *": "ask" };
    const config = { permission: { "*": "allow", bash } };
    await workspace.configure("extensions/pi-permission-system/config.json", config);
    return {};
  },
  async drive(tau) {
    tau.model(call("bash", { command: "rm fence.txt" }), say());
    await tau.prompt("remove it");
    assert.match(tau.failure("bash"), /denied|not permitted|blocked|permission/i);
    assert.equal(await tau.workspace.read("fence.txt"), "red");
    tau.whenAsked(/touch/, "Yes");
    tau.model(call("bash", { command: "touch new.txt" }), say());
    await tau.prompt("make one");
    tau.result("bash");
    assert((await tau.workspace.list()).includes("new.txt"));
  },
} satisfies Scenario;
