export interface Runtime {
  readonly platform: NodeJS.Platform;
  /** For example `24.2.0`. */
  readonly nodeVersion: string;
}

/**
 * Returns whether raw mode makes the terminal send keys as sequences. Outside Windows it always does. On Windows, Node
 * requests them from the console since 22.17 and 24.2. Older versions translate key events themselves: a paste has no brackets
 * and replies of the terminal look like keys, so the terminal must not be queried.
 */
export function hasVtInput({ platform, nodeVersion }: Runtime): boolean {
  if (platform !== "win32") return true;
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  if (major === 22) return minor >= 17;
  return major > 24 || (major === 24 && minor >= 2);
}
