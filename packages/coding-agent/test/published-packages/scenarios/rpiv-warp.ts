import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@juicesharp/rpiv-warp",
  shows: "in the Warp terminal the end of a turn is announced by an escape sequence",
  prepare() {
    const env = {
      TERM_PROGRAM: "WarpTerminal",
      WARP_CLI_AGENT_PROTOCOL_VERSION: "1",
      WARP_CLIENT_VERSION: "v0.2099.01.01",
    };
    return { env };
  },
  async drive(tau) {
    tau.model(say("painted"));
    await tau.type("paint the fence");
    await tau.sees("painted");
    await tau.writes(/\u001b\]777;notify/);
  },
} satisfies Scenario;
