/** Base class of this package's expected failures. The code is for programs, the message for people. */
export class TauError<Code extends string = string> extends Error {
  override readonly name: string = "TauError";
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
