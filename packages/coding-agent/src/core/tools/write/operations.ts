import { localFiles } from "../../files/index.ts";

/** The file operations that the tool needs. The default writes on this machine; ssh, containers and tests provide their own. */
export interface WriteOperations {
  writeFile(absolutePath: string, content: string): Promise<void>;
  /** Creates missing parents too. */
  mkdir(dir: string): Promise<void>;
}

export const localWriteOperations: WriteOperations = {
  writeFile: localFiles.writeFile,
  mkdir: localFiles.makeFolder,
};
