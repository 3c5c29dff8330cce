/** Appends without `push(...items)`, which passes each item as an argument and overflows the stack at some hundred thousand items. */
export function addAll<T>(target: T[], items: readonly T[]): void {
  for (const item of items) target.push(item);
}
