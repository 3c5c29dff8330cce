import type { TUnsafe } from "typebox";

/** A schema of one of these strings, in the form every vendor takes; a union of literals is refused by some. */
export function StringEnum<T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
): TUnsafe<T[number]> {
  return { type: "string", enum: [...values], ...options } as unknown as TUnsafe<T[number]>;
}
