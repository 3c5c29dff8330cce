import { CliError } from "./cli-error.ts";
import { type ExitCode, SIGNAL_EXIT_CODES } from "./exit-code.ts";

/** Runs work that must clean up after itself. The first signal aborts it and waits for it to end; a second signal exits at once. */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let exitCode: ExitCode | undefined;
  const stop = (signal: keyof typeof SIGNAL_EXIT_CODES) => {
    if (exitCode !== undefined) process.exit(exitCode);
    exitCode = SIGNAL_EXIT_CODES[signal];
    controller.abort();
  };
  const signals = Object.keys(SIGNAL_EXIT_CODES) as (keyof typeof SIGNAL_EXIT_CODES)[];
  for (const signal of signals) process.on(signal, stop);
  try {
    return await run(controller.signal);
  } catch (error) {
    throw exitCode === undefined ? error : new CliError("Interrupted.", exitCode, { cause: error });
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
