import type { Scenario } from "../scenario.ts";

export default {
  package: "@juicesharp/rpiv-i18n",
  shows: "/languages offers the languages and changes to the chosen one",
  async drive(tau) {
    await tau.type("/languages");
    await tau.sees("Deutsch");
    tau.screen.press("down", "enter");
    await tau.sees("Language: en");
  },
} satisfies Scenario;
