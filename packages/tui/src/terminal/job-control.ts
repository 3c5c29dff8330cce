/** Callbacks for when the process is stopped or continued from outside, as `kill -TSTP` and `fg` do. */
export interface JobControl {
  /** Called before the process stops. */
  readonly onStop: () => void;
  /** Called when the process continues after a stop without notice: the screen and the terminal's mode may have changed. */
  readonly onContinue: () => void;
}

/** Returns a function that removes the listeners. */
export function followJobControl({ onStop, onContinue }: JobControl): () => void {
  if (process.platform === "win32") return () => undefined;
  process.on("SIGTSTP", onStop);
  process.on("SIGCONT", onContinue);
  return () => {
    process.off("SIGTSTP", onStop);
    process.off("SIGCONT", onContinue);
  };
}
