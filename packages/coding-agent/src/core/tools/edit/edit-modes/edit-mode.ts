import type { ToolPrompt } from "../../builtin-tool.ts";
import type { FileChange } from "./change-files.ts";

/** A way to write down edits: what the model is told of it, and how its text is read. */
export interface EditMode {
  readonly description: string;
  readonly prompt: ToolPrompt;
  /** Of the only parameter. */
  readonly inputDescription: string;
  /** In Lark, for models that can be held to one. */
  readonly grammar?: string;
  /** Throws a `ToolError` for a text that is not in the format. */
  parse(input: string): ParsedEdit;
  /** What the model reads of a change besides its summary. */
  report?(changed: {
    readonly path: string;
    readonly before: string;
    readonly after: string;
    readonly patch: string;
  }): string;
  /** Told of every change, once it is made. */
  onChanged?(absolutePath: string, after: string): void;
}

export interface ParsedEdit {
  readonly changes: readonly FileChange[];
  readonly warnings: readonly string[];
}
