import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { LONGEST_TIMER_MS } from "@tau/ai";
import type { ProcessOutcome } from "../process-port.ts";

export type Interruption = Exclude<ProcessOutcome["ended"], "exit">;

/** Resolves to the exit code as a shell reports it. Rejects if the process could not be started. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

interface InterruptionSources {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Kills the process for the first of: the abort signal, the time limit, or a call of `interrupt`. */
export function watchForInterruption(request: InterruptionSources, kill: () => Promise<void>) {
  const killed = Promise.withResolvers<number>();
  // Prevents an unhandled rejection: a caller sees a failed kill only if it awaits `killed`.
  killed.promise.catch(() => undefined);
  const state: { ended?: Interruption; readonly killed: Promise<number> } = { killed: killed.promise };
  const interrupt = (reason: Interruption) => {
    if (state.ended) return;
    state.ended = reason;
    kill().then(() => killed.resolve(128 + constants.signals.SIGKILL), killed.reject);
  };
  const onAbort = () => interrupt("abort");
  request.signal?.addEventListener("abort", onAbort, { once: true });
  // The abort may have happened while the process was being prepared.
  if (request.signal?.aborted) onAbort();
  const { timeoutMs } = request;
  const late = () => interrupt("timeout");
  const timer = timeoutMs === undefined ? undefined : setTimeout(late, Math.min(timeoutMs, LONGEST_TIMER_MS));
  return Object.assign(state, {
    interrupt,
    stop() {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", onAbort);
    },
  });
}
