import type { Session } from "../../core/session/session.ts";

/** Resolves when no run and no background work is left. A command may have started a run in the background. */
export async function settled(session: Pick<Session, "isIdle" | "waitForIdle" | "extensions">): Promise<void> {
  do {
    await session.waitForIdle();
    await new Promise((resolve) => setImmediate(resolve));
    // Work that takes too long ends with the session, which reports it.
    if (await session.extensions?.awakened?.ports.isWorkLeft()) return;
  } while (!session.isIdle);
}
