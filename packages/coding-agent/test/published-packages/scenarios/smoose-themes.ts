import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@smoose/pi-themes",
  shows: "/theme changes to a theme of the package and the screen takes its colours",
  async drive(tau) {
    await tau.type("/theme everforest light");
    tau.model(say("painted"));
    await tau.type("paint the fence");
    await tau.sees("painted");
    tau.paints("#f4f0d9");
  },
} satisfies Scenario;
