export type ModelErrorCode = "invalid-model" | "unroutable" | "unsupported";

/** A model that cannot be registered or used as it is. */
export class ModelError extends Error {
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelError";
    this.code = code;
  }
}
