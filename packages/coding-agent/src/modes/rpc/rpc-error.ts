export type RpcErrorCode =
  | "unknown-command"
  | "invalid-command"
  | "unknown-model"
  | "unknown-entry"
  | "host"
  | "closed";

/** A command that cannot be carried out. The client reads the message. */
export class RpcError extends Error {
  readonly code: RpcErrorCode;

  constructor(code: RpcErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RpcError";
    this.code = code;
  }
}
