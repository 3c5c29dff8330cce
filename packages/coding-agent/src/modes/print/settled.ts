import type { Session } from "../../core/session/session.ts";

/** Resolves when nothing runs: a command may have begun a run that nobody waits for. */
export async function settled(session: Pick<Session, "isIdle" | "waitForIdle">): Promise<void> {
  do {
    await session.waitForIdle();
    await new Promise((resolve) => setImmediate(resolve));
  } while (!session.isIdle);
}
