export type BenchErrorCode = "usage" | "install" | "run-failed" | "unsupported";

export class BenchError extends Error {
  readonly code: BenchErrorCode;

  constructor(code: BenchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BenchError";
    this.code = code;
  }
}
