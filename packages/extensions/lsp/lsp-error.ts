import { ErrorCodes, ResponseError } from "vscode-jsonrpc/node";
export type LspErrorCode =
  | "bad-argument"
  | "no-server"
  | "not-started"
  | "ended"
  | "timeout"
  | "bad-edit"
  | "too-large"
  | "bad-config";

/** A failure with a message for the model and the user. */
export class LspError extends Error {
  readonly code: LspErrorCode;

  constructor(code: LspErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LspError";
    this.code = code;
  }
}

/** Returns an error that passes on the message of its cause, after an introduction. */
export function causedBy(cause: unknown, code: LspErrorCode, introduction: string): LspError {
  return new LspError(code, `${introduction}: ${messageOf(cause)}`, { cause });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns whether a server has answered that it does not know a method. */
export function isUnknownMethod(error: unknown): boolean {
  return error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound;
}
