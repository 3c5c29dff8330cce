import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Hands a file or folder to the command `trash`, from where it can be taken back. False where there is no such command, or it refuses. */
export async function moveToTrash(path: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const child = spawn("trash", [path], { stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

export function hasTrash({ PATH = "" }: NodeJS.ProcessEnv = process.env): boolean {
  return PATH.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, "trash")));
}
