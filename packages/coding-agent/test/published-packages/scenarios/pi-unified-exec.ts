import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-unified-exec",
  shows: "the model opens a shell session, writes to it and ends it",
  async drive(tau) {
    tau.model(
      call("exec_command", { cmd: "cat", yield_time_ms: 300 }),
      call("write_stdin", { session_id: 1, chars: "ping\n", yield_time_ms: 1000 }),
      call("kill_session", { session_id: 1 }),
      say(),
    );
    await tau.prompt("talk to cat");
    tau.result("exec_command");
    assert.match(tau.result("write_stdin"), /ping/);
    tau.result("kill_session");
  },
} satisfies Scenario;
