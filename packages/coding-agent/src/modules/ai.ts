import { type TUnsafe, Type } from "typebox";

export * from "@tau/ai/compat";

/** A choice of strings as every provider accepts it: a plain `enum`. */
export function StringEnum<T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
): TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ type: "string", enum: [...values], ...options });
}
