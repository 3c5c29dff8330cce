export interface Throttle {
  /** Runs the action now if the last run is long enough ago, else as soon as it is. */
  request(): void;
  /** Runs what is still due, and nothing afterwards. */
  flush(): void;
}

export function createThrottle(intervalMs: number, action: () => void): Throttle {
  let timer: NodeJS.Timeout | undefined;
  let lastRun = Number.NEGATIVE_INFINITY;
  let closed = false;
  const run = () => {
    timer = undefined;
    lastRun = performance.now();
    action();
  };
  return {
    request() {
      if (closed || timer) return;
      const wait = lastRun + intervalMs - performance.now();
      if (wait <= 0) run();
      else timer = setTimeout(run, wait);
    },
    flush() {
      closed = true;
      if (!timer) return;
      clearTimeout(timer);
      run();
    },
  };
}
