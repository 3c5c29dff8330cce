export { isBinary } from "./binary.ts";
export { detectLineEnding, normalizeToLF, restoreLineEndings } from "./line-endings.ts";
export { pendingMutations, withFileMutationQueue } from "./mutation-queue.ts";
export { checkOrdinary, NOT_ORDINARY, readOrdinaryFile } from "./ordinary-file.ts";
export { decodeText, encodeText } from "./text-encoding.ts";
export { localFiles } from "./write-file.ts";
