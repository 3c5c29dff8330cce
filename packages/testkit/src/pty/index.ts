export { keySequences } from "./keys.ts";
export { type PtyExit, type PtyOptions, type PtyProgram, startPty } from "./pty-program.ts";
