/** What to do where somebody else than a key of ours stops the process, as `kill -TSTP` does, or lets it go on, as `fg` does. */
export interface JobControl {
  /** The process is to stop. It has not yet. */
  readonly onStop: () => void;
  /** It was stopped without a word, and goes on: what the terminal shows and how it is set is no longer ours. */
  readonly onContinue: () => void;
}

/** Returns a function that stops following. */
export function followJobControl({ onStop, onContinue }: JobControl): () => void {
  if (process.platform === "win32") return () => undefined;
  process.on("SIGTSTP", onStop);
  process.on("SIGCONT", onContinue);
  return () => {
    process.off("SIGTSTP", onStop);
    process.off("SIGCONT", onContinue);
  };
}
