import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@samfp/pi-memory",
  shows: "what the model stores is found again by a search",
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
