export type GithubErrorCode =
  | "no-program"
  | "signed-out"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "rate-limit"
  | "refused"
  | "too-large"
  | "bad-answer"
  | "network"
  | "no-repository"
  | "invalid-argument"
  | "git";

/** A failure that the model and the user read. Its message never holds a credential. */
export class GithubError extends Error {
  readonly code: GithubErrorCode;
  /** The HTTP status, if GitHub has answered. */
  readonly status?: number;

  constructor(code: GithubErrorCode, message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.name = "GithubError";
    this.code = code;
    if (options.status !== undefined) this.status = options.status;
  }
}

export function invalid(message: string): GithubError {
  return new GithubError("invalid-argument", message);
}
