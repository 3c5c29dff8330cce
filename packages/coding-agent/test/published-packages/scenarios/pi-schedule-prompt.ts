import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-schedule-prompt",
  shows: "a prompt that the model schedules reaches it again when its time has come",
  async drive(tau) {
    const job = { action: "add", name: "plants", schedule: "+1s", prompt: "water the plants", type: "once" };
    tau.model(call("schedule_prompt", job), say(), say("watered"), say());
    await tau.prompt("remind me");
    tau.result("schedule_prompt");
    await tau.requestedLast(/water the plants/);
  },
} satisfies Scenario;
