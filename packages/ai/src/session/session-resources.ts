export type SessionResourceCleanup = (sessionId?: string) => void;

const cleanups = new Set<SessionResourceCleanup>();

/** Called when a session, or with no id every session, is over. Returns how to take it back. */
export function registerSessionResourceCleanup(cleanup: SessionResourceCleanup): () => void {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

/** Calls every cleanup, also after one that failed; then fails with what was thrown. */
export function cleanupSessionResources(sessionId?: string): void {
  const failures: unknown[] = [];
  for (const cleanup of cleanups) {
    try {
      cleanup(sessionId);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Cleaning up after a session failed.");
}
