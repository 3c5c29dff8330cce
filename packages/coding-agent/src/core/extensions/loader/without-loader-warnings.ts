/**
 * Node says once per process that a part of it may still change, and once per package that it had to look whether a file is a module. That
 * is the loader's business and not the user's.
 */
export function withoutLoaderWarnings<T>(action: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] === "ExperimentalWarning" || rest.some(isOfTypelessPackage)) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
  try {
    return action();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isOfTypelessPackage(detail: unknown): boolean {
  const code = typeof detail === "object" && detail !== null && "code" in detail ? detail.code : detail;
  return code === "MODULE_TYPELESS_PACKAGE_JSON";
}
