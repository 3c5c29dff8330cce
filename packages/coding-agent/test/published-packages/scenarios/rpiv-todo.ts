import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@juicesharp/rpiv-todo",
  shows: "the model keeps a list of tasks: creates, completes and lists them",
  async drive(tau) {
    tau.model(
      call("todo", { action: "create", subject: "Paint the fence" }),
      call("todo", { action: "update", id: 1, status: "completed" }),
      call("todo", { action: "list" }),
      say(),
    );
    await tau.prompt("plan");
    assert.match(tau.result("todo"), /completed[\s\S]*Paint the fence/i);
  },
} satisfies Scenario;
