import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { checkOrdinary } from "../../files/index.ts";
import { formatSize } from "../../output/index.ts";
import { ToolError } from "../tool-error.ts";
import { suggestPaths } from "./suggest-path.ts";

/** What the tool needs of the world. The default reads this machine; ssh, containers and tests bring their own. */
export interface ReadOperations {
  readFile(absolutePath: string): Promise<Buffer>;
  /** Rejects if the file cannot be read. */
  access(absolutePath: string): Promise<void>;
  /** Without it, or where it resolves to nothing, the first bytes of the content decide. */
  detectImageMimeType?(absolutePath: string): Promise<string | null | undefined>;
  /** Paths that may have been meant where there is no such file. */
  suggest?(absolutePath: string): Promise<readonly string[]>;
}

/** A file is held in memory as a whole while a part of it is cut out. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

export const localReadOperations: ReadOperations = {
  async readFile(absolutePath) {
    const stats = await stat(absolutePath);
    checkOrdinary(stats, absolutePath);
    const { size } = stats;
    if (size <= MAX_FILE_BYTES) return await readFile(absolutePath);
    throw new ToolError(
      "too-large",
      `${absolutePath} is ${formatSize(size)}, more than read takes (${formatSize(MAX_FILE_BYTES)}). Use bash with head, tail, sed -n or grep.`,
    );
  },
  access: (absolutePath) => access(absolutePath, constants.R_OK),
  suggest: suggestPaths,
};
