import { TauError } from "../tau-error.ts";

export type HttpClientErrorCode = "invalid-url" | "private-address" | "too-large" | "timeout" | "redirect" | "network";

/** A request that got no answer that can be used. An answer with a status of failure is no such error. */
export class HttpClientError extends TauError<HttpClientErrorCode> {
  override readonly name = "HttpClientError";
}
