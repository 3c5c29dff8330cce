/** Returns the own property of a table under an untrusted name; names such as `constructor` give `undefined`. */
export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}
