import { LONGEST_TIMER_MS } from "@tau/ai";
import type { Session } from "../../core/session/session.ts";

const DEFAULT_SECONDS = 600;

/**
 * Resolves when nothing runs, in the background neither: a command may have begun a run that nobody waits for. Background work that takes
 * longer than `async.printWaitSeconds` is not waited for: it ends with the session, which says so.
 */
export async function settled(session: Pick<Session, "isIdle" | "waitForIdle" | "extensions">): Promise<void> {
  do {
    await session.waitForIdle();
    await new Promise((resolve) => setImmediate(resolve));
    const { background, parts } = session.extensions?.awakened?.ports ?? {};
    const outstanding = background?.outstanding;
    if (outstanding && !(await isOver(outstanding, secondsOf(parts?.services.settings.getSettings())))) return;
  } while (!session.isIdle);
}

function secondsOf(settings: object = {}): number {
  const { async: jobs } = settings as { readonly async?: { readonly printWaitSeconds?: number } };
  return jobs?.printWaitSeconds ?? DEFAULT_SECONDS;
}

async function isOver(work: Promise<void>, seconds: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), Math.min(seconds * 1000, LONGEST_TIMER_MS));
  const isDone = await Promise.race([work.then(() => true), late.promise]);
  clearTimeout(timer);
  return isDone;
}
