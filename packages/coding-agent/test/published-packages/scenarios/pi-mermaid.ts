import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-mermaid",
  shows: "a Mermaid diagram in an answer is drawn with lines",
  async drive(tau) {
    tau.model(say("```mermaid\ngraph LR\n  Start --> Finish\n```"));
    await tau.type("draw");
    await tau.sees(/│ +Start +├─+►│ +Finish +│/);
  },
} satisfies Scenario;
