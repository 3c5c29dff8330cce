/** Each worker may use the memory of a whole sandbox. */
const MOST_WORKERS = 4;
/** A script that waits for others longer than this may be waiting for its own caller. */
const LONGEST_WAIT_MS = 60_000;

let used = 0;
const queue: (() => void)[] = [];

/** Resolves to a function that releases the slot, in the order of requests. Rejects if the signal aborts or no slot becomes free in time. */
export async function takeWorkerSlot(signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  if (used < MOST_WORKERS) used++;
  else await nextFreeSlot(signal);
  return () => {
    const next = queue.shift();
    if (next) next();
    else used--;
  };
}

async function nextFreeSlot(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  const timer = setTimeout(
    () => reject(new Error(`Not run: ${MOST_WORKERS} other scripts are running. Try again when one has ended.`)),
    LONGEST_WAIT_MS,
  );
  signal.addEventListener("abort", onAbort, { once: true });
  queue.push(resolve);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    const index = queue.indexOf(resolve);
    if (index >= 0) queue.splice(index, 1);
  }
}
