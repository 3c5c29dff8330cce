/** A setup failure that one sentence explains. The user sees that sentence and no stack trace. */
export class SetupError extends Error {}
