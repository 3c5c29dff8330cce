import { open, readFile, stat } from "node:fs/promises";
import { errorCode } from "@tau/agent/error-code";
import { checkOrdinary, FILE_LIMITS, ORDINARY_READ } from "@tau/agent/ordinary-file";
import { exchanged, inJudgedFolder, NO_LINK } from "./judged-folder.ts";
import { judgedPath } from "./judged-path.ts";

export {
  checkOrdinary,
  FILE_LIMITS,
  NOT_ORDINARY,
  readOrdinaryFileSync,
  TOO_LARGE,
} from "@tau/agent/ordinary-file";

/**
 * Reads an ordinary file asynchronously, with the same checks as the synchronous version. A path that the permission
 * policy judged for a running call is read where it led then.
 */
export async function readOrdinaryFile(path: string, limit: number = FILE_LIMITS.whole): Promise<Buffer> {
  const judged = judgedPath(path)?.target;
  if (judged !== undefined) return await inJudgedFolder(judged, (target) => readUnlinked(target, path, limit));
  checkOrdinary(await stat(path), path, limit);
  return await readFile(path, { flag: ORDINARY_READ });
}

/** Reads a file that is not a link. The file that is checked is the one that is open. */
async function readUnlinked(target: string, path: string, limit: number): Promise<Buffer> {
  try {
    await using file = await open(target, ORDINARY_READ | NO_LINK);
    checkOrdinary(await file.stat(), path, limit);
    return await file.readFile();
  } catch (error) {
    throw errorCode(error) === "ELOOP" ? exchanged(path) : error;
  }
}
