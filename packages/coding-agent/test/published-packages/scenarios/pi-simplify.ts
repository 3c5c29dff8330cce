import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-simplify",
  shows: "/simplify finds the changed files by Git and asks the model to review them",
  files: { "fence.js": "let a = 1;\n" },
  async drive(tau) {
    await tau.workspace.write("fence.js", "let a = 1 + 1;\n");
    tau.model(say("simple enough"));
    await tau.command("/simplify");
    await tau.requested(/fence\.js/);
  },
} satisfies Scenario;
