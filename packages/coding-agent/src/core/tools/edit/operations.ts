import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { localFiles, readOrdinaryFile } from "../../files/index.ts";
import { ToolError } from "../tool-error.ts";

/** The file operations that the tool needs. The default edits on this machine; ssh, containers and tests provide their own. */
export interface EditOperations {
  readFile(absolutePath: string): Promise<Buffer>;
  /** Writes a file. Content is bytes only for a file that was not UTF-8 before. */
  writeFile(absolutePath: string, content: string | Uint8Array): Promise<void>;
  /** Rejects if the file cannot be both read and written. */
  access(absolutePath: string): Promise<void>;
  /** Resolves to whether a file still has the bytes that were read. Without it, that is not looked at. */
  hasBytes?(absolutePath: string, bytes: Buffer): Promise<boolean>;
}

export const localEditOperations: EditOperations = {
  readFile: readOrdinaryFile,
  writeFile: localFiles.writeFile,
  access: (absolutePath) => access(absolutePath, constants.R_OK | constants.W_OK),
  hasBytes: async (absolutePath, bytes) => (await readOrdinaryFile(absolutePath)).equals(bytes),
};

/** Resolves to whether a file still has the bytes that were read, as far as the operations can tell. */
export async function isAsRead(operations: EditOperations, absolutePath: string, bytes: Buffer): Promise<boolean> {
  return (await operations.hasBytes?.(absolutePath, bytes)) ?? true;
}

/** Builds the error for a file that an editor or another program has saved while an edit was prepared. */
export function savedMeanwhile(path: string): ToolError {
  return new ToolError(
    "no-match",
    `${path} was changed by another program during the edit. Nothing was written: read it again and repeat the edit.`,
  );
}
