export * from "./model-server/index.ts";
export * from "./process/index.ts";
export * from "./pty/index.ts";
export * from "./real/index.ts";
export * from "./terminal/index.ts";
export { TestkitError, type TestkitErrorCode } from "./testkit-error.ts";
export { asPredicate, type WaitOptions, waitUntil } from "./wait-until.ts";
export * from "./workspace/index.ts";
