import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { captureOutput } from "../../process/index.ts";

/** Hands a file or folder to the command `trash`, from where it can be taken back. False where there is no such command, or it refuses. */
export async function moveToTrash(path: string): Promise<boolean> {
  const command = { file: "trash", args: [path], cwd: process.cwd(), env: process.env, purpose: "user" } as const;
  const outcome = await captureOutput({ ...command, lifetime: "own" }).catch(() => undefined);
  return outcome?.exitCode === 0;
}

export function hasTrash({ PATH = "" }: NodeJS.ProcessEnv = process.env): boolean {
  return PATH.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, "trash")));
}
