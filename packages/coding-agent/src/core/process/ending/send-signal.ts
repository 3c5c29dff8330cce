/** Sends a signal. Returns whether the process exists. A negative pid means the process group. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // EPERM: the process exists, but we may not signal it.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
