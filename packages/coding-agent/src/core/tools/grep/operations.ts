import { stat } from "node:fs/promises";
import { localProcesses } from "../../process/index.ts";
import { createRipgrep, type Ripgrep } from "../ripgrep.ts";

/** The search operations that the tool needs. The default searches this machine; ssh, containers and tests provide their own. */
export interface GrepOperations {
  /** Rejects if the path does not exist. */
  isDirectory(absolutePath: string): Promise<boolean> | boolean;
  /** Unused, because the search returns the lines around a match. Existing operations for other hosts may have it. */
  readFile?(absolutePath: string): Promise<string> | string;
  /** Runs ripgrep where the files are. Default: on this machine. */
  ripgrep?: Ripgrep;
}

export const localGrepOperations = {
  isDirectory: async (absolutePath: string) => (await stat(absolutePath)).isDirectory(),
  ripgrep: createRipgrep(localProcesses),
} satisfies GrepOperations;
