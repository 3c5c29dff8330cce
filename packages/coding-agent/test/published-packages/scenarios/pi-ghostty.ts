import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-ghostty",
  shows: "in Ghostty the window's title and the progress bar follow the run",
  prepare() {
    return { env: { TERM_PROGRAM: "ghostty", TERM: "xterm-ghostty" } };
  },
  async drive(tau) {
    tau.model(say("painted"));
    await tau.type("paint");
    await tau.sees("painted");
    await tau.writes(/\u001b\]9;4;3/);
    await tau.writes(/\u001b\][02];[^\u0007\u001b]*scripted/);
  },
} satisfies Scenario;
