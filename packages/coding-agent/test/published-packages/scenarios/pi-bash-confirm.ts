import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-bash-confirm",
  shows: "a command that the settings block does not run, and one that they call safe does",
  settings: { bashConfirm: { enabled: true, safeCommands: ["^echo"], blockedCommands: ["rm -rf"] } },
  files: { "fence.txt": "red" },
  async drive(tau) {
    tau.model(call("bash", { command: "rm -rf fence.txt" }), say());
    await tau.prompt("remove it");
    tau.failure("bash");
    assert.equal(await tau.workspace.read("fence.txt"), "red");
    tau.model(call("bash", { command: "echo fine" }), say());
    await tau.prompt("say it");
    assert.match(tau.result("bash"), /fine/);
  },
} satisfies Scenario;
