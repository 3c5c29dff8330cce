import type { ToolEffects, ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION, SNIPPET } from "./description.ts";
import type { CellType } from "./notebook-file.ts";

export interface NotebookParams {
  readonly path: string;
  readonly action: "replace" | "insert" | "delete" | "run";
  readonly cell?: number;
  readonly type?: CellType;
  readonly source?: string;
  readonly cells?: string;
  readonly timeout?: number;
}

export const notebook = {
  name: "notebook",
  label: "Notebook",
  description: DESCRIPTION,
  promptSnippet: SNIPPET,
  exposure: "model-only",
  loadout: "found",
  executionMode: "sequential",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string" },
      action: { type: "string", enum: ["replace", "insert", "delete", "run"] },
      cell: { type: "integer", minimum: 0, description: "The number of the cell, from 1" },
      type: { type: "string", enum: ["code", "markdown", "raw"], description: "Default: code, or that of the cell" },
      source: { type: "string", description: "The whole text of the cell" },
      cells: { type: "string", description: "For run: 2-5 or 2-5,8; all without it and cell" },
      timeout: { type: "number", description: "For run: seconds for each cell, 1 to 600" },
    },
    required: ["path", "action"],
  },
  describe: (args): ToolEffects => {
    const { path, action } = args as NotebookParams;
    return action === "run"
      ? { effect: "execute", isConfined: true, paths: [path] }
      : { effect: "write", paths: [path] };
  },
} satisfies ToolManifest;
