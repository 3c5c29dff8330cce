import { closeSync, readSync } from "node:fs";
import { ifPossible } from "../log/storage-error.ts";
import { openUnlinked } from "../log/unlinked-file.ts";
import { fits, type IndexCache, type IndexHead, type IndexSummary, readHead } from "./session-index.ts";

const HEAD_BYTES = 64 * 1024;

/** Returns the summary at the start of an index; `undefined` if there is no index that matches the file. */
export function readIndexSummary(index: IndexCache, path: string, fd: number): IndexSummary | undefined {
  const head = ifPossible(() => readBeginning(index.fileOf(path)));
  return head && fits(head, path, fd) ? head : undefined;
}

function readBeginning(file: string): IndexHead | undefined {
  const { fd } = openUnlinked(file, "read");
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    return readHead(bytes.subarray(0, readSync(fd, bytes, 0, HEAD_BYTES, 0)));
  } finally {
    closeSync(fd);
  }
}
