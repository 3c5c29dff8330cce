const CSI_U = /^\x1b\[(\d+)(?::\d*)*(?:;(\d*)(?::(\d+))?)?(?:;[\d:]*)?u$/;
const SHIFT_AND_LOCKS = 1 | 64 | 128;
const RELEASE = "3";

/** The character that a Kitty key press would type, if it is an unmodified printable one. */
export function kittyPrintable(sequence: string): string | undefined {
  const match = CSI_U.exec(sequence);
  if (!match || match[3] === RELEASE) return undefined;
  const modifiers = Number(match[2] || "1") - 1;
  const code = Number(match[1]);
  const isPrivateUse = code >= 57344 && code <= 63743;
  if ((modifiers & ~SHIFT_AND_LOCKS) !== 0 || code < 32 || code === 127 || code > 0x10ffff || isPrivateUse) {
    return undefined;
  }
  return String.fromCodePoint(code);
}
