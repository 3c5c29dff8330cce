import { homedir } from "node:os";
import { resolve } from "node:path";

/** Returns the folder of sessions if it is not the default, as the program itself finds it. */
export function sessionFolder(cwd: string, setting: unknown): string | undefined {
  const variable = process.env.TAU_SESSION_DIR || process.env.PI_CODING_AGENT_SESSION_DIR || undefined;
  const folder = variable ?? (typeof setting === "string" ? setting : undefined);
  return folder === undefined ? undefined : resolve(cwd, folder.replace(/^~(?=\/|$)/, homedir()));
}
