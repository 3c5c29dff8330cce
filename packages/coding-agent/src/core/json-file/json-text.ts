import { createRequire } from "node:module";
import type * as Tolerant from "jsonc-parser";

export type JsonPath = readonly (string | number)[];

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number; readonly reason: string };

/** A change to one key. A value of `undefined` removes the key. */
export interface JsonChange {
  readonly path: JsonPath;
  readonly value: unknown;
}

/**
 * Parses JSON and tolerates comments and trailing commas. An empty text is an empty object. The reason of a failure
 * never quotes the text, because it may hold keys.
 */
export function parseJson(text: string): ParsedJson {
  if (text.trim() === "") return { ok: true, value: {} };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // Comments are the usual cause. The tolerant parser below decides and knows the line.
  }
  const { parse, printParseErrorCode } = tolerantParser();
  const errors: Tolerant.ParseError[] = [];
  const value: unknown = parse(text, errors, TOLERANT);
  const [first] = errors;
  if (!first) return { ok: true, value };
  return { ok: false, line: lineAt(text, first.offset), reason: words(printParseErrorCode(first.error)) };
}

/** Returns the line of the value at `path`, or of its nearest existing parent. */
export function lineOf(text: string, path: JsonPath): number | undefined {
  const { parseTree, findNodeAtLocation } = tolerantParser();
  const root = parseTree(text, [], TOLERANT);
  if (!root) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return lineAt(text, node.parent?.type === "property" ? node.parent.offset : node.offset);
  }
  return undefined;
}

/** Writes each change into the text and leaves every other character as it was, comments included. */
export function editJson(text: string | undefined, changes: readonly JsonChange[]): string {
  const { applyEdits, modify } = tolerantParser();
  let result = text === undefined || text.trim() === "" ? "{}\n" : text;
  const formattingOptions = { ...indentationOf(result), insertFinalNewline: true };
  for (const { path, value } of changes) {
    if (value === undefined && !hasValue(result, path)) continue;
    result = applyEdits(result, modify(result, [...path], value, { formattingOptions }));
  }
  return result;
}

/** Loads the parser on demand: only files with comments, broken files and writes need it, and most starts have none of these. */
function tolerantParser(): typeof Tolerant {
  return createRequire(import.meta.url)("jsonc-parser");
}

const TOLERANT = { allowTrailingComma: true, allowEmptyContent: true };

function hasValue(text: string, path: JsonPath): boolean {
  const { parseTree, findNodeAtLocation } = tolerantParser();
  const root = parseTree(text, [], TOLERANT);
  return root !== undefined && findNodeAtLocation(root, [...path]) !== undefined;
}

function indentationOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return indent.startsWith("\t") ? { insertSpaces: false, tabSize: 1 } : { insertSpaces: true, tabSize: indent.length };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}
