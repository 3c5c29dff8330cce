import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-vitals",
  shows: "the footer is the package's own, with the model, the branch and the tokens",
  async drive(tau) {
    tau.model(say("painted"));
    await tau.type("paint");
    await tau.sees("painted");
    await tau.sees(/scripted[^\n]*main/);
  },
} satisfies Scenario;
