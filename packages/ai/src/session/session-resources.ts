export type SessionResourceCleanup = (sessionId?: string) => void;

const cleanups = new Set<SessionResourceCleanup>();

/** Registers a function that is called when a session ends, or all sessions if there is no id. Returns a function that removes it. */
export function registerSessionResourceCleanup(cleanup: SessionResourceCleanup): () => void {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

/** Calls every cleanup, even if one fails; then throws all failures. */
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
