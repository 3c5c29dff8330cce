import { join } from "node:path";
import { readFile } from "../../json-file/index.ts";
import { getProjectDir } from "../../paths/index.ts";
import type { DiscoveryScope } from "../discovery/index.ts";

export interface PromptFile {
  readonly path: string;
  readonly content: string;
}

/** `SYSTEM.md` stands in for our own prompt, `APPEND_SYSTEM.md` is added to it. A trusted project's comes before the user's. */
export function findSystemPromptFile(
  name: "SYSTEM.md" | "APPEND_SYSTEM.md",
  scope: DiscoveryScope,
): PromptFile | undefined {
  const folders = [...(scope.projectTrusted ? [getProjectDir(scope.cwd)] : []), scope.agentDir];
  for (const folder of folders) {
    const path = join(folder, name);
    const { text } = readFile(path);
    if (text?.trim()) return { path, content: text };
  }
  return undefined;
}
