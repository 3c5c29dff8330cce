import { readFile } from "../../json-file/index.ts";
import { type DiscoveryScope, locate } from "../discovery/index.ts";
import type { ResourceDiagnostic } from "../source-info.ts";

export interface PromptFile {
  readonly path: string;
  readonly content: string;
}

/**
 * Finds the prompt that replaces our own, or the one that is appended to it. A trusted project's file takes precedence
 * over the user's.
 */
export function findSystemPromptFile(
  capability: "system-prompt" | "appended-prompt",
  scope: DiscoveryScope,
  onProblem: (problem: ResourceDiagnostic) => void = () => undefined,
): PromptFile | undefined {
  const places = Object.groupBy(locate(capability, scope), ({ level }) => level);
  for (const { path } of [...(places.project ?? []), ...(places.user ?? [])]) {
    const { text, diagnostics } = readFile(path);
    for (const problem of diagnostics) onProblem(problem);
    if (text?.trim()) return { path, content: text };
  }
  return undefined;
}
