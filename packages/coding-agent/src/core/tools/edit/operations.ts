import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { localFiles, readOrdinaryFile } from "../../files/index.ts";

/** The file operations that the tool needs. The default edits on this machine; ssh, containers and tests provide their own. */
export interface EditOperations {
  readFile(absolutePath: string): Promise<Buffer>;
  /** Writes a file. Content is bytes only for a file that was not UTF-8 before. */
  writeFile(absolutePath: string, content: string | Uint8Array): Promise<void>;
  /** Rejects if the file cannot be both read and written. */
  access(absolutePath: string): Promise<void>;
}

export const localEditOperations: EditOperations = {
  readFile: readOrdinaryFile,
  writeFile: localFiles.writeFile,
  access: (absolutePath) => access(absolutePath, constants.R_OK | constants.W_OK),
};
