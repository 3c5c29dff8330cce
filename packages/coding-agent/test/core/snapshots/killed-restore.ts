/** Begins to undo a run, and is killed after the second file. */
import { planRestore } from "../../../src/core/snapshots/plan-restore.ts";
import { restore } from "../../../src/core/snapshots/restore.ts";
import { SnapshotStore } from "../../../src/core/snapshots/store.ts";

const [, , cwd = "", agentDir = "", run = "{}"] = process.argv;
const { before, after } = JSON.parse(run);
const store = await SnapshotStore.open(cwd, agentDir, { maxFileBytes: 1_000_000, maxFiles: 10_000 });
await store.exclusive(async () => {
  const { changes } = await planRestore(store, [{ from: after, to: before }]);
  await restore(store, changes, {
    onFile: (path) => {
      if (path === "b") process.kill(process.pid, "SIGKILL");
    },
  });
});
