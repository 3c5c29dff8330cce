import { ToolError } from "./tool-error.ts";

/** Absolute paths of the files of which the model has seen a summary and no lines since. */
export type SummarizedFiles = Set<string>;

/** Throws if the model knows the file only from its summary, in which most lines are missing. */
export function refuseSummarized(files: SummarizedFiles | undefined, absolutePath: string, path: string): void {
  if (!files?.has(absolutePath)) return;
  throw new ToolError(
    "refused",
    `You have seen only a summary of ${path}. Read the lines to change first, such as ${path}:1-50 with the right numbers.`,
  );
}
