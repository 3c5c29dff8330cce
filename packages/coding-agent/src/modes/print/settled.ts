import type { Session } from "../../core/session/session.ts";

/** Resolves when nothing runs, in the background neither: a command may have begun a run that nobody waits for. */
export async function settled(session: Pick<Session, "isIdle" | "waitForIdle" | "extensions">): Promise<void> {
  do {
    await session.waitForIdle();
    await new Promise((resolve) => setImmediate(resolve));
    // What takes too long ends with the session, which says so.
    if (await session.extensions?.awakened?.ports.isWorkLeft()) return;
  } while (!session.isIdle);
}
