import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@tmustier/pi-ralph-wiggum",
  shows: "the model starts a loop, and its next iteration reaches it with the task",
  async drive(tau) {
    await tau.command("/ralph status");
    await tau.shown("notify", /No Ralph loops/);
    tau.model(
      call("ralph_start", { name: "paint", taskContent: "# Paint\n- [ ] fence", maxIterations: 2 }),
      call("ralph_done"),
      say("<promise>COMPLETE</promise>"),
      say(),
    );
    await tau.prompt("paint the fence");
    tau.result("ralph_start");
    await tau.requestedLast(/"user".*(RALPH|iteration)/i);
    assert((await tau.workspace.list()).some((file) => file.startsWith(".ralph/paint")));
  },
} satisfies Scenario;
