import { readdir, stat } from "node:fs/promises";

/** What the tool needs of the world. The default reads this machine; ssh, containers and tests bring their own. */
export interface LsOperations {
  exists(absolutePath: string): Promise<boolean> | boolean;
  /** Rejects if there is nothing. */
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
