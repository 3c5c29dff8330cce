import { readdir, stat } from "node:fs/promises";

/** The file operations that the tool needs. The default reads this machine; ssh, containers and tests provide their own. */
export interface LsOperations {
  exists(absolutePath: string): Promise<boolean> | boolean;
  /** Rejects if the path does not exist. */
  stat(absolutePath: string): Promise<{ isDirectory(): boolean }> | { isDirectory(): boolean };
  readdir(absolutePath: string): Promise<string[]> | string[];
}

export const localLsOperations: LsOperations = {
  exists: (absolutePath) =>
    stat(absolutePath).then(
      () => true,
      () => false,
    ),
  stat: (absolutePath) => stat(absolutePath),
  readdir: (absolutePath) => readdir(absolutePath),
};
