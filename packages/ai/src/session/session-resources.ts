export type SessionResourceCleanup = (sessionId?: string) => void;

const cleanups = new Set<SessionResourceCleanup>();

/** Called when a session, or with no id every session, is over. Returns how to take it back. */
export function registerSessionResourceCleanup(cleanup: SessionResourceCleanup): () => void {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

export function cleanupSessionResources(sessionId?: string): void {
  for (const cleanup of cleanups) cleanup(sessionId);
}
