/** `push(...items)` passes each item as an argument, and the stack takes some hundred thousand of them at most. */
export function addAll<T>(target: T[], items: readonly T[]): void {
  for (const item of items) target.push(item);
}
