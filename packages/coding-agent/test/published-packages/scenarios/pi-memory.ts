import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@samfp/pi-memory",
  shows: "what the model stores is found by a search and stands in the system prompt of the next session",
  async drive(tau) {
    tau.model(
      call("memory_remember", { type: "fact", key: "project.fence.colour", value: "The fence is teal" }),
      call("memory_search", { query: "fence" }),
      say(),
    );
    await tau.prompt("remember the colour");
    tau.result("memory_remember");
    assert.match(tau.result("memory_search"), /teal/);
  },
} satisfies Scenario;
