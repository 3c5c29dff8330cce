import { readFile } from "../../json-file/index.ts";
import { type DiscoveryScope, locate } from "../discovery/index.ts";
import type { ResourceDiagnostic } from "../source-info.ts";

export interface PromptFile {
  readonly path: string;
  readonly content: string;
}

/** A prompt that stands in for our own, or one that is added to it. A trusted project's comes before the user's. */
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
