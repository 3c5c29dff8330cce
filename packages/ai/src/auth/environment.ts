/** Values that stand above those of the process. */
export type Environment = Readonly<Record<string, string>>;

/** Reads one variable; empty counts as unset, and where there is no process every variable is. */
export function readVariable(name: string, env?: Environment): string | undefined {
  return env?.[name] || globalThis.process?.env?.[name] || undefined;
}
