export type RpcClientErrorCode = "not-started" | "refused" | "timeout" | "exited";

export class RpcClientError extends Error {
  readonly code: RpcClientErrorCode;

  constructor(code: RpcClientErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RpcClientError";
    this.code = code;
  }
}
