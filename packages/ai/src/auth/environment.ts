/** Values that override the environment of the process. */
export type Environment = Readonly<Record<string, string>>;

/** Reads one variable. An empty variable counts as unset; without a process, all variables are unset. */
export function readVariable(name: string, env?: Environment): string | undefined {
  return env?.[name] || globalThis.process?.env?.[name] || undefined;
}
