import assert from "node:assert/strict";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@juicesharp/rpiv-btw",
  shows: "a side question is answered in a panel below and stays out of the main conversation",
  async drive(tau) {
    tau.model(say("Teal, on the side."));
    await tau.type("/btw which colour is it");
    await tau.sees("Teal, on the side.");
    tau.screen.press("escape");
    await tau.vanishes("Teal, on the side.");
    tau.model(say("main answer"));
    await tau.type("go on");
    await tau.sees("main answer");
    const body = JSON.stringify(tau.server.requests.at(-1)?.body);
    assert.doesNotMatch(body, /which colour is it/);
  },
} satisfies Scenario;
