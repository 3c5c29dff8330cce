import type { InteractiveContext } from "../interactive-context.ts";

/** Hands back what waits in the session, and before a session that is on its way, to be edited. */
export function takeBackAll({ session, screen, typedAhead }: InteractiveContext): void {
  const queued = session.queue.clear();
  const typed = typedAhead.takeBack();
  screen.draft.takeBack({
    steering: [...queued.steering, ...queued.followUp],
    followUp: typed.steering,
    images: [...(queued.images ?? []), ...(typed.images ?? [])],
  });
}
