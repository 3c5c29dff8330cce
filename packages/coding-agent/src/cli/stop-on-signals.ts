import type { Session } from "../core/session/session.ts";
import { SIGNAL_EXIT_CODES } from "./exit-code.ts";

export interface SignalWatch {
  /** Set once a signal has come. */
  readonly exitCode: number | undefined;
  /** Aborted then. */
  readonly signal: AbortSignal;
  release(): void;
}

/** A terminal that is closed says so more than once, by itself and through its shell: that is no impatience. */
const HANGUP_MS = 5000;

/** A signal ends the run of the present session and its child processes; a second one does not wait for them. */
export function stopOnSignals(session: () => Session): SignalWatch {
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
    session().extensions?.awakened?.endBackground();
    void session().abort();
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
