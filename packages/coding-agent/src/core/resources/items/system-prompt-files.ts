import { join } from "node:path";
import { readFile } from "../../json-file/index.ts";
import { getProjectDir } from "../../paths/index.ts";
import type { DiscoveryScope } from "../discovery/index.ts";
import type { ResourceDiagnostic } from "../source-info.ts";

export interface PromptFile {
  readonly path: string;
  readonly content: string;
}

/** `SYSTEM.md` stands in for our own prompt, `APPEND_SYSTEM.md` is added to it. A trusted project's comes before the user's. */
export function findSystemPromptFile(
  name: "SYSTEM.md" | "APPEND_SYSTEM.md",
  scope: DiscoveryScope,
  onProblem: (problem: ResourceDiagnostic) => void = () => undefined,
): PromptFile | undefined {
  const folders = [...(scope.projectTrusted ? [getProjectDir(scope.cwd)] : []), scope.agentDir];
  for (const folder of folders) {
    const path = join(folder, name);
    const { text, diagnostics } = readFile(path);
    for (const problem of diagnostics) onProblem(problem);
    if (text?.trim()) return { path, content: text };
  }
  return undefined;
}
