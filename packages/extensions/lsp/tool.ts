import type { ToolEffects, ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

export const ACTION_NAMES = [
  "diagnostics",
  "definition",
  "references",
  "hover",
  "symbols",
  "rename",
  "rename_file",
  "code_actions",
  "type_definition",
  "implementation",
  "status",
  "reload",
  "capabilities",
  "request",
] as const;

export type ActionName = (typeof ACTION_NAMES)[number];

export interface LspParams {
  readonly action: ActionName;
  readonly file?: string;
  readonly line?: number;
  readonly symbol?: string;
  readonly query?: string;
  readonly new_name?: string;
  readonly apply?: boolean;
  readonly timeout?: number;
  readonly payload?: string;
}

/** Methods that ask and change nothing. Any other method may make the server run something. */
const ASKING =
  /^(?:textDocument|callHierarchy|typeHierarchy)\/|^workspace\/(?:symbol|diagnostic)$|^workspaceSymbol\/resolve$/;

/**
 * Returns the effects of a call. Changes that the server computes are made by calls of `write` and `bash`, for which permission is asked one
 * by one.
 */
function describe(args: unknown): ToolEffects {
  const { action, file, new_name: target, apply, query = "" } = args as LspParams;
  const paths = file === undefined || /[*?{]/.test(file) ? [] : [file];
  if (action === "rename_file" && apply !== false)
    return { effect: "write", paths: [...paths, ...(target === undefined ? [] : [target])] };
  if (action === "code_actions" && apply === true) return { effect: "write", paths };
  if (action === "request" && !ASKING.test(query)) return { effect: "execute", paths };
  return { effect: "read", paths };
}

/** The tool definition for the model, which finds it through the tool search. */
export const lsp = {
  name: "lsp",
  label: "LSP",
  description: DESCRIPTION,
  loadout: "found",
  parameters: {
    type: "object",
    required: ["action"],
    properties: {
      action: { type: "string", enum: ACTION_NAMES },
      file: {
        type: "string",
        description: "Path. diagnostics: also a glob, * for the project. rename_file: the source",
      },
      line: { type: "number", description: "From 1" },
      symbol: { type: "string", description: "Text on that line; name#2 means its second occurrence" },
      query: {
        type: "string",
        description: "symbols: the name; code_actions: a kind, or with apply an index or title; request: the method",
      },
      new_name: { type: "string", description: "rename: the name; rename_file: the new path" },
      apply: { type: "boolean", description: "Default: true for renames, false for code_actions" },
      timeout: { type: "number", description: "Seconds, 5 to 60; default 20" },
      payload: { type: "string", description: "request: the parameters as JSON" },
    },
  },
  describe,
} satisfies ToolManifest;
