import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-vimmode",
  shows: "the editor has a normal mode, in which a key deletes a word",
  async drive(tau) {
    await tau.sees(/INSERT|NORMAL/);
    tau.screen.send("red fence");
    await tau.sees("red fence");
    tau.screen.press("escape");
    await tau.sees("NORMAL");
    tau.screen.send("0dw");
    tau.model(say("fine"));
    tau.screen.press("enter");
    await tau.requestedLast(/"content":"fence"/);
  },
} satisfies Scenario;
