/** Options that are accepted so that command lines written for pi work, but have no effect in this version. */
export const optionsWithoutEffect: readonly string[] = [];

/** Settings that are checked and kept so that files written for pi stay complete, but have no effect in this version. */
export const settingsWithoutEffect: readonly string[] = ["codemode.mode", "codemode.inlineBudget"];
