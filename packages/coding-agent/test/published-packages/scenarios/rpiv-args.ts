import assert from "node:assert/strict";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

const skill = [
  "---",
  "name: deploy",
  "description: Deploys a service",
  "---",
  "Deploy service $1 to $2 from branch !`git branch --show-current`.",
].join("\n");

export default {
  package: "@juicesharp/rpiv-args",
  shows: "a skill gets its arguments and the output of its commands before the model sees it",
  async prepare({ workspace }) {
    await workspace.write("../home/.tau/skills/deploy/SKILL.md", skill);
    return {};
  },
  async drive(tau) {
    tau.model(say());
    await tau.prompt("/skill:deploy api production");
    assert.match(JSON.stringify(tau.server.requests[0]?.body), /Deploy service api to production from branch main/);
  },
} satisfies Scenario;
