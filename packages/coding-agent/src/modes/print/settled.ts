import type { AgentSession } from "../../core/session/agent-session.ts";

/** Resolves when nothing runs: a command may have begun a run that nobody waits for. */
export async function settled(session: Pick<AgentSession, "isIdle" | "waitForIdle">): Promise<void> {
  do {
    await session.waitForIdle();
    await new Promise((resolve) => setImmediate(resolve));
  } while (!session.isIdle);
}
