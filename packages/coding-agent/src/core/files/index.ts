export { pendingMutations, withFileMutationQueue } from "./mutation-queue.ts";
export {
  FILE_LIMITS,
  NOT_ORDINARY,
  readOrdinaryFile,
  TOO_LARGE,
} from "./ordinary-file.ts";
export {
  decodeText,
  detectLineEnding,
  encodeText,
  isBinary,
  normalizeToLF,
  restoreLineEndings,
} from "./text-encoding.ts";
export { localFiles } from "./write-file.ts";
