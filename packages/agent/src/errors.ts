/** Codes of errors caused by the caller. */
export type AgentErrorCode =
  | "busy"
  | "nothing-to-continue"
  | "cannot-continue"
  | "no-stream-function"
  | "aborted"
  | "invalid-frontmatter";

/** The base of every error this package throws on purpose. */
export class AgentError<TCode extends string = AgentErrorCode> extends Error {
  readonly code: TCode;

  constructor(code: TCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}
