/** What a table or a file has under a name that somebody chose: `constructor` and the like are nothing it has. */
export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}
