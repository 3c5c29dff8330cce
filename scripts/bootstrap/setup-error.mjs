/** A failure of the set-up that one sentence explains; the user sees the sentence and no stack. */
export class SetupError extends Error {}
