import type { EditToolInput } from "./parameters.ts";

/**
 * Normalises the arguments. Models and old sessions also send a single `oldText`/`newText` beside the path, or `edits`
 * as one object or as JSON text. Unknown forms are passed on for the schema to reject.
 */
export function prepareEditArguments(args: unknown): EditToolInput {
  if (!isRecord(args)) return args as EditToolInput;
  const { oldText, newText, edits, ...rest } = args;
  const listed = asList(typeof edits === "string" ? parseJson(edits) : edits);
  const single = typeof oldText === "string" && typeof newText === "string" ? [{ oldText, newText }] : [];
  if (listed === undefined && single.length === 0) return args as EditToolInput;
  return { ...rest, edits: [...(listed ?? []), ...single] } as EditToolInput;
}

function asList(edits: unknown): unknown[] | undefined {
  if (Array.isArray(edits)) return edits;
  return isRecord(edits) ? [edits] : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
