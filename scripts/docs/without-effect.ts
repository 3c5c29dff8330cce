/** Settings that are checked and kept, so that a file written for pi stays whole, and change nothing in this version. */
export const settingsWithoutEffect: readonly string[] = ["codemode.mode", "codemode.inlineBudget"];
