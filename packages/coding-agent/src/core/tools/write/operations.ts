import { localFiles } from "../../files/index.ts";

/** What the tool needs of the world. The default writes on this machine; ssh, containers and tests bring their own. */
export interface WriteOperations {
  writeFile(absolutePath: string, content: string): Promise<void>;
  /** Creates missing parents too. */
  mkdir(dir: string): Promise<void>;
}

export const localWriteOperations: WriteOperations = {
  writeFile: localFiles.writeFile,
  mkdir: localFiles.makeFolder,
};
