import type { SessionDiagnostic } from "../../session/diagnostic.ts";
import type { ScanFindings } from "../log/log-contents.ts";

/** Describes problems of the tree that the readable lines form. */
export function describeTreeProblems(
  { duplicates, orphans }: Pick<ScanFindings, "duplicates" | "orphans">,
  path: string,
): SessionDiagnostic[] {
  return [
    ...duplicates.map(
      (id): SessionDiagnostic => ({
        code: "duplicate-id",
        message: `Entry id ${id} is used more than once in ${path}; the last entry with it counts.`,
      }),
    ),
    ...orphans.map(
      (id): SessionDiagnostic => ({
        code: "missing-parent",
        message: `The parent of entry ${id} is not in ${path} before it; the entry starts a tree of its own.`,
      }),
    ),
  ];
}
