/** Begins to undo a run, and is killed after the second file. */
import { planRestore } from "../../../src/core/snapshots/plan-restore.ts";
import { restore } from "../../../src/core/snapshots/restore.ts";
import { SnapshotStore } from "../../../src/core/snapshots/store.ts";

const [, , cwd = "", agentDir = "", run = "{}"] = process.argv;
const [{ from, to }] = JSON.parse(run).steps;
const store = await SnapshotStore.open(cwd, agentDir, { maxFileBytes: 1_000_000, maxFiles: 10_000 });
await store.exclusive(async () => {
  const { changes } = await planRestore(store, [{ from: to, to: from }]);
  await restore(store, changes, {
    onFile: (path) => {
      if (path === "b") process.kill(process.pid, "SIGKILL");
    },
  });
});
