import { stat } from "node:fs/promises";
import { localProcesses } from "../../process/index.ts";
import { createRipgrep, type Ripgrep } from "../ripgrep.ts";

/** What the tool needs of the world. The default searches this machine; ssh, containers and tests bring their own. */
export interface GrepOperations {
  /** Rejects if there is nothing at the path. */
  isDirectory(absolutePath: string): Promise<boolean> | boolean;
  /** Not needed: the lines around a match come from the search. Operations written for other hosts may have it. */
  readFile?(absolutePath: string): Promise<string> | string;
  /** Runs ripgrep where the files are. Default: on this machine. */
  ripgrep?: Ripgrep;
}

export const localGrepOperations = {
  isDirectory: async (absolutePath: string) => (await stat(absolutePath)).isDirectory(),
  ripgrep: createRipgrep(localProcesses),
} satisfies GrepOperations;
