import { TauError } from "../tau-error.ts";

export type ModelErrorCode = "invalid-model" | "unroutable" | "unsupported";

/** Thrown for a model that cannot be registered or used as it is. */
export class ModelError extends TauError<ModelErrorCode> {
  override readonly name = "ModelError";
}
