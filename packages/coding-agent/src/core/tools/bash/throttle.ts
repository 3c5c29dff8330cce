export interface Throttle {
  /** Runs the action now if the interval has passed since the last run, otherwise as soon as it has. */
  request(): void;
  /** Runs a pending action now, and nothing afterwards. */
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
