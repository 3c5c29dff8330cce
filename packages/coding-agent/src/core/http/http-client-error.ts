import { TauError } from "../tau-error.ts";

export type HttpClientErrorCode = "invalid-url" | "private-address" | "too-large" | "timeout" | "redirect" | "network";

/** Thrown when a request got no usable answer. An answer with an error status is not such a case. */
export class HttpClientError extends TauError<HttpClientErrorCode> {
  override readonly name = "HttpClientError";
}
