/**
 * Suppresses two warnings of Node that do not concern the user: that a feature is experimental,
 * and that Node had to check whether a file of a package is a module.
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
