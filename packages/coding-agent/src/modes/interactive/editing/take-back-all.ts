import type { InteractiveContext } from "../interactive-context.ts";

/** Moves all queued messages, and those typed ahead for the next session, back to the editor. */
export function takeBackAll({ session, screen, typedAhead }: InteractiveContext): void {
  const queued = session.queue.clear();
  const typed = typedAhead.takeBack();
  screen.draft.takeBack({
    steering: [...queued.steering, ...queued.followUp],
    followUp: typed.steering,
    images: [...(queued.images ?? []), ...(typed.images ?? [])],
  });
}
