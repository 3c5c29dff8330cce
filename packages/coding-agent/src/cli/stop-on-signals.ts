import type { Session } from "../core/session/session.ts";
import { SIGNAL_EXIT_CODES } from "./exit-code.ts";

export interface SignalWatch {
  /** Set after a signal has arrived. */
  readonly exitCode: number | undefined;
  /** Aborted when a signal arrives. */
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * How long the process may take to end after SIGHUP. A closed terminal sends SIGHUP more than once, directly and through its shell, so a
 * second SIGHUP does not exit at once.
 */
const HANGUP_MS = 5000;

/** Stops the runs of the current sessions and their child processes at the first signal. A second signal exits without waiting for them. */
export function stopOnSignals(sessions: () => Iterable<Session>): SignalWatch {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const stop = (signal: keyof typeof SIGNAL_EXIT_CODES) => {
    if (exitCode !== undefined) {
      if (signal !== "SIGHUP") process.exit(exitCode);
      return;
    }
    exitCode = SIGNAL_EXIT_CODES[signal];
    if (signal === "SIGHUP") setTimeout(() => process.exit(exitCode), HANGUP_MS).unref();
    controller.abort();
    for (const session of sessions()) {
      session.extensions?.awakened?.endBackground();
      void session.abort();
    }
  };
  const signals = Object.keys(SIGNAL_EXIT_CODES) as (keyof typeof SIGNAL_EXIT_CODES)[];
  for (const signal of signals) process.on(signal, stop);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    release: () => {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
