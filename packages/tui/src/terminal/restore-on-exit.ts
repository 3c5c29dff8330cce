/** On Windows the first is a closed window and the last Ctrl+Break. */
const FATAL_SIGNALS: readonly NodeJS.Signals[] = ["SIGHUP", "SIGINT", "SIGTERM", "SIGBREAK"];

/**
 * Runs `restore` however the process ends: exit, an uncaught error (before its trace is printed) or a signal. A signal
 * that nobody else listens to still kills the process. Returns a function that takes the guard away.
 */
export function restoreOnExit(restore: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    // Whoever else listens ends the program in its own time, and may draw until then; `exit` restores.
    if (process.listenerCount(signal) > 1) return;
    restore();
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  };
  // Where somebody catches what is uncaught the program may go on; `exit` restores if it does not.
  const onUncaught = () => {
    if (process.listenerCount("uncaughtException") === 0) restore();
  };
  process.on("exit", restore);
  process.on("uncaughtExceptionMonitor", onUncaught);
  for (const signal of FATAL_SIGNALS) process.on(signal, onSignal);
  return () => {
    process.off("exit", restore);
    process.off("uncaughtExceptionMonitor", onUncaught);
    for (const signal of FATAL_SIGNALS) process.off(signal, onSignal);
  };
}
