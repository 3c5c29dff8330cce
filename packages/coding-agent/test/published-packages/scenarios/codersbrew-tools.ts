import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@codersbrew/pi-tools",
  shows: "a write to a file of secrets is refused, and other writes are not",
  async drive(tau) {
    tau.model(call("write", { path: ".env", content: "KEY=1" }), say());
    await tau.prompt("write it");
    tau.failure("write");
    assert.deepEqual(await tau.workspace.list(), []);
    tau.model(call("write", { path: "notes.txt", content: "fine" }), say());
    await tau.prompt("write it");
    assert.deepEqual(await tau.workspace.list(), ["notes.txt"]);
  },
} satisfies Scenario;
