import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-autoresearch",
  shows: "the model sets up an experiment, runs it and logs what it measured",
  files: { "run.sh": "echo METRIC seconds=3\n" },
  async drive(tau) {
    tau.model(say());
    await tau.command("/autoresearch make it faster");
    await tau.requested(/make it faster/);
    await tau.line("the end of the run", ({ type }) => type === "agent_settled");
    tau.model(
      call("init_experiment", { name: "speed", metric_name: "seconds", metric_unit: "s", direction: "lower" }),
      call("run_experiment", { command: "bash run.sh" }),
      call("log_experiment", { commit: "abc1234", metric: 3, status: "keep", description: "first" }),
      say(),
    );
    await tau.prompt("research");
    assert.match(tau.result("run_experiment"), /METRIC seconds=3/);
    assert.match(tau.result("log_experiment"), /3/);
    assert((await tau.workspace.list()).includes(".auto/log.jsonl"));
  },
} satisfies Scenario;
