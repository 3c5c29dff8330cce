/** A scenario that fails because of a fault of Tau. The job fails when it starts to pass, so that the list stays true. */
export interface KnownFailure {
  /** What Tau does wrong. */
  readonly fault: string;
  /** The failure, so that another one is not hidden behind it. */
  readonly message: RegExp;
}

export const knownFailures: Readonly<Record<string, KnownFailure>> = {};
