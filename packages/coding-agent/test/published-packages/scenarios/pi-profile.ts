import assert from "node:assert/strict";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

const profile = {
  name: "painter",
  label: "Painter",
  description: "Paints",
  systemPrompt: "You paint everything teal.",
  skills: [],
};

export default {
  package: "pi-profile",
  shows: "a profile's own words are in the system prompt once it is chosen",
  async prepare({ workspace }) {
    await workspace.write("../home/.pi/profiles/painter.json", JSON.stringify(profile));
    return {};
  },
  async drive(tau) {
    await tau.command("/profile painter");
    tau.model(say());
    await tau.prompt("paint");
    assert.match(JSON.stringify(tau.server.requests[0]?.body), /You paint everything teal/);
  },
} satisfies Scenario;
