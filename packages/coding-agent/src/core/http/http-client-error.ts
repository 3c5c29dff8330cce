export type HttpClientErrorCode = "invalid-url" | "private-address" | "too-large" | "timeout" | "redirect" | "network";

/** A request that got no answer that can be used. An answer with a status of failure is no such error. */
export class HttpClientError extends Error {
  override readonly name = "HttpClientError";
  readonly code: HttpClientErrorCode;

  constructor(code: HttpClientErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
