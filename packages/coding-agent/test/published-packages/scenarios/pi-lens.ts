import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-lens",
  shows: "the model reads one function of a file by its name, and nothing else of it",
  files: { "fence.js": "export function paint(fence) {\n  return fence + 1;\n}\n\nexport function wash() {}\n" },
  async drive(tau) {
    tau.model(call("read_symbol", { path: "fence.js", symbol: "paint" }), say());
    await tau.prompt("read paint");
    assert.match(tau.result("read_symbol"), /return fence \+ 1/);
    assert.doesNotMatch(tau.result("read_symbol"), /wash/);
  },
} satisfies Scenario;
