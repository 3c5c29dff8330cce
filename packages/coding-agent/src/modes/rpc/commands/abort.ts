import { setTimeout as delay } from "node:timers/promises";
import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";

const ON_ITS_WAY_MS = 1000;

export const abort = defineCommand({
  name: "abort",
  summary: "Stop the run. Answered when the session is idle; what is queued then starts the next run",
  parameters: Type.Object({}),
  order: "immediate",
  async run(_, { session, entering, reportLate }) {
    await session.abort();
    if (entering.size > 0) {
      // Also aborts prompts that came earlier and have not started a run yet. Waits for them only for a limited time.
      await Promise.race([Promise.allSettled(entering), delay(ON_ITS_WAY_MS, undefined, { ref: false })]);
      await session.abort();
    }
    // Runs after the answer, because its events belong to the next run.
    setImmediate(() => session.runQueued().catch(reportLate));
  },
});

export const abortRetry = defineCommand({
  name: "abort_retry",
  summary: "Stop waiting for the next try",
  parameters: Type.Object({}),
  order: "immediate",
  run: (_, { session }) => session.retry.abort(),
});

export const abortBash = defineCommand({
  name: "abort_bash",
  summary: "Stop the command that bash runs",
  parameters: Type.Object({}),
  order: "immediate",
  run: (_, { session }) => void session.bash.abort(),
});
