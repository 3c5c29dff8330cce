import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-theme-flip",
  shows: "/theme-flip changes to the light theme and says so",
  async drive(tau) {
    await tau.type("/theme-flip light");
    await tau.sees("theme: light");
  },
} satisfies Scenario;
