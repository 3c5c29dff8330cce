/** Options that are understood, so that command lines written for pi work, and change nothing in this version. */
export const optionsWithoutEffect: readonly string[] = [];

/** Settings that are checked and kept, so that a file written for pi stays whole, and change nothing in this version. */
export const settingsWithoutEffect: readonly string[] = ["codemode.mode", "codemode.inlineBudget"];
