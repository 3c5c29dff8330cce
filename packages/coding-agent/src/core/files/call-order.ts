const arrivals = new WeakMap<object, Promise<void>>();

/**
 * Runs `enter` after that of every earlier call for the same `place`, and then what it returns, which later calls do not wait for. Looking up
 * files takes different times, so without this two calls for one file could swap places.
 */
export async function inCallOrder<T>(place: object, enter: () => Promise<() => Promise<T>>): Promise<T> {
  const arrival = arrivals.get(place);
  const entered = Promise.withResolvers<void>();
  arrivals.set(place, entered.promise);
  await arrival;
  let running: Promise<T>;
  try {
    const run = await enter();
    running = run();
  } finally {
    entered.resolve();
  }
  return await running;
}
