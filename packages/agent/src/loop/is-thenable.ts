/** Returns whether a callback returned a promise. A callback typed as `void` may return anything. */
export function isThenable(value: unknown): value is PromiseLike<void> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
