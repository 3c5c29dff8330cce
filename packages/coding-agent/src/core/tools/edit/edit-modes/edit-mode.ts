import type { ToolPrompt } from "../../builtin-tool.ts";
import type { FileChange } from "./change-files.ts";

/** A format for edits: its description for the model, and its parser. */
export interface EditMode {
  readonly description: string;
  readonly prompt: ToolPrompt;
  /** Description of the only parameter. */
  readonly inputDescription: string;
  /** The grammar in Lark, for models that can be constrained to one. */
  readonly grammar?: string;
  /** Parses the input. Throws a `ToolError` if it is not in the format. */
  parse(input: string): ParsedEdit;
  /** Returns what the model reads about a change besides its summary. */
  report?(changed: {
    readonly path: string;
    readonly before: string;
    readonly after: string;
    readonly patch: string;
  }): string;
  /** Called after each change. */
  onChanged?(absolutePath: string, after: string): void;
}

export interface ParsedEdit {
  readonly changes: readonly FileChange[];
  readonly warnings: readonly string[];
}
