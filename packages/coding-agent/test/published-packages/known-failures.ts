/** A scenario that fails because of a fault of Tau. The job fails when it starts to pass, so that the list stays true. */
export interface KnownFailure {
  /** What Tau does wrong. */
  readonly fault: string;
  /** The failure, so that another one is not hidden behind it. */
  readonly message: RegExp;
}

const HOME = "the package looks for Tau's files in ~/.pi/agent: PI_CODING_AGENT_DIR is not set for extensions";

export const knownFailures: Readonly<Record<string, KnownFailure>> = {
  "@99percentpeople/pi-thinking-fold": {
    fault: "a patch of AssistantMessageComponent has no effect",
    message: /Thought for/,
  },
  "@smoose/pi-themes": {
    fault: "Tau's own /theme hides the package's command",
    message: /There is no theme "everforest light"/,
  },
  "@vtstech/pi-ollama-sync": { fault: HOME, message: /did not match the regular expression \/otter:1b\// },
  "pi-bash-confirm": { fault: HOME, message: /bash failed: Not run: the run was aborted/ },
  "pi-web-access": { fault: HOME, message: /SearXNG base URL is invalid or missing/ },
  "pi-workstation": {
    fault: "require is not defined in a handler, so what is to be stored is lost",
    message: /No results for "Otter"/,
  },
};

export type Verdict = "passed" | "failed" | "known";

/** `failure` is the message of a scenario that failed. One that is known to fail and passes is a failure of the list. */
export function verdict(failure: string | undefined, known: KnownFailure | undefined): Verdict {
  if (failure === undefined) return known ? "failed" : "passed";
  return known?.message.test(failure) ? "known" : "failed";
}
