import { realpathSync } from "node:fs";
import { errorCode } from "@tau/agent/error-code";
import { ToolError } from "./tool-error.ts";

/** That a file was read: as a summary, or lines of it. */
export interface SummaryOrLines {
  readonly absolutePath: string;
  readonly isSummary: boolean;
}

/** The files of which the model has seen a summary and no lines since. Links are followed: a file is the same under all its names. */
export class SummarizedFiles {
  private files: Set<string> | undefined;
  private readonly earlier: () => Iterable<SummaryOrLines>;

  /** `earlier`: what was read before, in a session that is resumed. Called at the first use. */
  constructor(earlier: () => Iterable<SummaryOrLines> = () => []) {
    this.earlier = earlier;
  }

  add(read: SummaryOrLines): void {
    record(this.known(), read);
  }

  has(absolutePath: string): boolean {
    return this.known().has(realPath(absolutePath));
  }

  private known(): Set<string> {
    if (!this.files) {
      this.files = new Set();
      for (const read of this.earlier()) record(this.files, read);
    }
    return this.files;
  }
}

function record(files: Set<string>, { absolutePath, isSummary }: SummaryOrLines): void {
  if (isSummary) files.add(realPath(absolutePath));
  else files.delete(realPath(absolutePath));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    // The file is gone, or on another machine.
    if (errorCode(error) !== undefined) return path;
    throw error;
  }
}

/** Throws if the model knows the file only from its summary, in which most lines are missing. */
export function refuseSummarized(files: SummarizedFiles | undefined, absolutePath: string, path: string): void {
  if (!files?.has(absolutePath)) return;
  throw new ToolError(
    "refused",
    `You have seen only a summary of ${path}. Read the lines to change first, such as ${path}:1-50 with the right numbers.`,
  );
}
