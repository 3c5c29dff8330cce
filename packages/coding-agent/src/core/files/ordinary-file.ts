import { readFile, stat } from "node:fs/promises";
import { checkOrdinary, FILE_LIMITS, ORDINARY_READ } from "@tau/agent/ordinary-file";

export {
  checkOrdinary,
  FILE_LIMITS,
  NOT_ORDINARY,
  readOrdinaryFileSync,
  TOO_LARGE,
} from "@tau/agent/ordinary-file";

/** Reads an ordinary file asynchronously, with the same checks as the synchronous version. */
export async function readOrdinaryFile(path: string, limit: number = FILE_LIMITS.whole): Promise<Buffer> {
  checkOrdinary(await stat(path), path, limit);
  return await readFile(path, { flag: ORDINARY_READ });
}
