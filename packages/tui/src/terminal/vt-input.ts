export interface Runtime {
  readonly platform: NodeJS.Platform;
  /** `24.2.0` */
  readonly nodeVersion: string;
}

/**
 * Whether raw mode makes the terminal send its keys as sequences. Elsewhere than on Windows it always does. There the
 * runtime asks the console for them since 22.17 and 24.2; before, it made sequences of key events itself: a paste then
 * has no brackets, and what the terminal answers is mistaken for keys, so nothing may be asked.
 */
export function hasVtInput({ platform, nodeVersion }: Runtime): boolean {
  if (platform !== "win32") return true;
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  if (major === 22) return minor >= 17;
  return major > 24 || (major === 24 && minor >= 2);
}
