import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { FILE_LIMITS, readOrdinaryFile } from "../../files/index.ts";
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

export const localReadOperations: ReadOperations = {
  async readFile(absolutePath) {
    const { size } = await stat(absolutePath);
    if (size <= FILE_LIMITS.whole) return await readOrdinaryFile(absolutePath);
    throw new ToolError(
      "too-large",
      `${absolutePath} is ${formatSize(size)}, more than read takes (${formatSize(FILE_LIMITS.whole)}). Use bash with head, tail, sed -n or grep.`,
    );
  },
  access: (absolutePath) => access(absolutePath, constants.R_OK),
  suggest: suggestPaths,
};
