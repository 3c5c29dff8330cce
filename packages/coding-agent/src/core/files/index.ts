export { isBinary } from "./binary.ts";
export { detectLineEnding, type LineEnding, normalizeToLF, restoreLineEndings } from "./line-endings.ts";
export { pendingMutations, withFileMutationQueue } from "./mutation-queue.ts";
export { type DecodedText, decodeText, detectEncoding, encodeText, type TextEncoding } from "./text-encoding.ts";
export { localFiles, type WritePort } from "./write-file.ts";
