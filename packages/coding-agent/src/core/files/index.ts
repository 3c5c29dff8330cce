export { isBinary } from "./binary.ts";
export { detectLineEnding, normalizeToLF, restoreLineEndings } from "./line-endings.ts";
export { pendingMutations, withFileMutationQueue } from "./mutation-queue.ts";
export {
  FILE_LIMITS,
  NOT_ORDINARY,
  readOrdinaryFile,
  TOO_LARGE,
} from "./ordinary-file.ts";
export { decodeText, encodeText } from "./text-encoding.ts";
export { localFiles } from "./write-file.ts";
