/** On Windows, SIGHUP is a closed window and SIGBREAK is Ctrl+Break. */
const FATAL_SIGNALS: readonly NodeJS.Signals[] = ["SIGHUP", "SIGINT", "SIGTERM", "SIGBREAK"];

/**
 * Runs `restore` however the process ends: exit, an uncaught error (before its trace is printed) or a signal. A signal
 * without other listeners still kills the process. Returns a function that removes the handlers.
 */
export function restoreOnExit(restore: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    // Another listener ends the program later and may draw until then; the `exit` handler restores.
    if (process.listenerCount(signal) > 1) return;
    restore();
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  };
  // If another listener catches the error, the program may continue; otherwise the `exit` handler restores.
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
