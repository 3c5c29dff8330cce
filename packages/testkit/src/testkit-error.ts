export type TestkitErrorCode = "timeout" | "exited" | "command-failed" | "not-built";

export class TestkitError extends Error {
  readonly code: TestkitErrorCode;

  constructor(code: TestkitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TestkitError";
    this.code = code;
  }
}
