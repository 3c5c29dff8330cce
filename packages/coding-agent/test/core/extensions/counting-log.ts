import { SessionLog } from "@tau/agent";

/** A log that counts the entries that are read from it, one by one or as a whole branch. */
export function countingLog(cwd: string) {
  const log = SessionLog.inMemory(cwd);
  const reads = { count: 0 };
  const { getBranch, getEntry } = log;
  log.getBranch = (fromId) => {
    const branch = getBranch.call(log, fromId);
    reads.count += branch.length;
    return branch;
  };
  log.getEntry = (id) => {
    reads.count += 1;
    return getEntry.call(log, id);
  };
  return { log, reads };
}
