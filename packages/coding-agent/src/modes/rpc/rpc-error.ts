import { TauError } from "../../core/tau-error.ts";

export type RpcErrorCode =
  | "unknown-command"
  | "invalid-command"
  | "unknown-model"
  | "unknown-entry"
  | "host"
  | "closed";

/** A command that cannot be executed. The message is for the client. */
export class RpcError extends TauError<RpcErrorCode> {
  override readonly name = "RpcError";
}
