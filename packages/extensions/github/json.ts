/** Reads fields of JSON from a server without trusting its shape. */
export interface Fields {
  /** Returns a text, a number as text, or nothing. */
  text(...path: readonly string[]): string;
  number(...path: readonly string[]): number | undefined;
  /** Whether the value is `true`. */
  is(...path: readonly string[]): boolean;
  at(...path: readonly string[]): Fields;
  list(...path: readonly string[]): Fields[];
  texts(...path: readonly string[]): string[];
  /** Whether there is a value other than null. */
  has(...path: readonly string[]): boolean;
}

export function fields(json: unknown): Fields {
  const valueAt = (path: readonly string[]): unknown =>
    path.reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
      json,
    );
  const listAt = (path: readonly string[]): unknown[] => {
    const value = valueAt(path);
    return Array.isArray(value) ? value : [];
  };
  return {
    text: (...path) => {
      const value = valueAt(path);
      return typeof value === "string" ? value : typeof value === "number" ? `${value}` : "";
    },
    number: (...path) => {
      const value = valueAt(path);
      return typeof value === "number" ? value : undefined;
    },
    is: (...path) => valueAt(path) === true,
    at: (...path) => fields(valueAt(path)),
    list: (...path) => listAt(path).map((each) => fields(each)),
    texts: (...path) => listAt(path).filter((each) => typeof each === "string"),
    has: (...path) => valueAt(path) !== undefined && valueAt(path) !== null,
  };
}
