/** Exports that no subject runs on both sides, and why. */
export const notComparable: Readonly<Record<string, string>> = {};
