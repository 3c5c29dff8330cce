import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "@tau/testkit";

/** Returns the paths of all session logs of a workspace. */
export function sessionFiles({ tauHome }: Pick<Workspace, "tauHome">): string[] {
  const folder = join(tauHome, "sessions");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}
