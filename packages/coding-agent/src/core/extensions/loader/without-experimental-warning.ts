/** Node says once per process that a part of it may still change. That is the loader's business and not the user's. */
export function withoutExperimentalWarning<T>(action: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] === "ExperimentalWarning") return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
  try {
    return action();
  } finally {
    process.emitWarning = emitWarning;
  }
}
