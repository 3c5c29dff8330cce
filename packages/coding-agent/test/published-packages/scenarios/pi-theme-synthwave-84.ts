import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-theme-synthwave-84",
  shows: "the theme of the settings is that of the package: its colour is behind what the user said",
  settings: { theme: "synthwave-84" },
  async drive(tau) {
    tau.model(say("painted"));
    await tau.type("paint");
    await tau.sees("painted");
    tau.paints("#241b2f");
  },
} satisfies Scenario;
