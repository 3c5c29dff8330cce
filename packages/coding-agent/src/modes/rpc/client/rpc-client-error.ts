import { TauError } from "../../../core/tau-error.ts";

export type RpcClientErrorCode = "not-started" | "refused" | "timeout" | "exited";

export class RpcClientError extends TauError<RpcClientErrorCode> {
  override readonly name = "RpcClientError";
}
