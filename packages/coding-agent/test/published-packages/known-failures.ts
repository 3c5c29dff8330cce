/** A scenario that fails because of a fault of Tau. The job fails when it starts to pass, so that the list stays true. */
export interface KnownFailure {
  /** What Tau does wrong. */
  readonly fault: string;
  /** The failure, so that another one is not hidden behind it. */
  readonly message: RegExp;
}

export const knownFailures: Readonly<Record<string, KnownFailure>> = {
  "@vtstech/pi-ollama-sync": {
    fault: "the package names ~/.pi/agent itself and writes the models there",
    message: /did not match the regular expression \/otter:1b\//,
  },
};

export type Verdict = "passed" | "failed" | "known";

/** `failure` is the message of a scenario that failed. One that is known to fail and passes is a failure of the list. */
export function verdict(failure: string | undefined, known: KnownFailure | undefined): Verdict {
  if (failure === undefined) return known ? "failed" : "passed";
  return known?.message.test(failure) ? "known" : "failed";
}
