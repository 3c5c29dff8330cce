import type { TUnsafe } from "typebox";

/** Returns a schema for one of these strings in the form that every vendor accepts; some refuse a union of literals. */
export function StringEnum<T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
): TUnsafe<T[number]> {
  return { type: "string", enum: [...values], ...options } as unknown as TUnsafe<T[number]>;
}
