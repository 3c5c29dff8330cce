import assert from "node:assert/strict";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@99percentpeople/pi-thinking-fold",
  shows: "what the model thinks is folded to one line that says how long it took",
  async drive(tau) {
    tau.model({ thinking: "red or teal or blue or green", text: "Teal." });
    await tau.type("which colour");
    await tau.sees("Teal.");
    tau.model({ text: "Gladly." });
    await tau.type("thank you");
    await tau.sees("Gladly.");
    assert.match(tau.screen.terminal.text(), /Thought for/);
  },
} satisfies Scenario;
