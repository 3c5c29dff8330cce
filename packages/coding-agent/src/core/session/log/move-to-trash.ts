import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { captureOutput } from "../../process/index.ts";

/**
 * Moves a file or folder to the trash with the command `trash`, so that it can be
 * restored. Resolves to false if the command does not exist or fails.
 */
export async function moveToTrash(path: string): Promise<boolean> {
  const command = { file: "trash", args: [path], cwd: process.cwd(), env: process.env, purpose: "user" } as const;
  const outcome = await captureOutput({ ...command, lifetime: "own" }).catch(() => undefined);
  return outcome?.exitCode === 0;
}

export function hasTrash({ PATH = "" }: NodeJS.ProcessEnv = process.env): boolean {
  return PATH.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, "trash")));
}
