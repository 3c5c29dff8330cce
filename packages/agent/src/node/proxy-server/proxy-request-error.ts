import { AgentError } from "../../errors.ts";

export type ProxyRequestErrorCode =
  | "bad-request"
  | "not-found"
  | "too-large"
  | "unauthorized"
  | "unknown-model"
  | "wrong-method";

const STATUS: Readonly<Record<ProxyRequestErrorCode, number>> = {
  "bad-request": 400,
  "not-found": 404,
  "too-large": 413,
  unauthorized: 401,
  "unknown-model": 404,
  "wrong-method": 405,
};

/** A request that is refused before the model is called. */
export class ProxyRequestError extends AgentError<ProxyRequestErrorCode> {
  get status(): number {
    return STATUS[this.code];
  }
}
