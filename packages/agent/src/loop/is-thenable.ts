/** A callback typed to return nothing may return anything: only this says whether there is something to wait for. */
export function isThenable(value: unknown): value is PromiseLike<void> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
