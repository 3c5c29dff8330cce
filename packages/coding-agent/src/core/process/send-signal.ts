/** Answers whether there was somebody to receive it. A negative pid means the group. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // EPERM: it lives, but is not ours to signal any more.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
