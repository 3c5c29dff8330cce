import { check, type FileSchema, isObject } from "./check.ts";
import type { FileDiagnostic } from "./diagnostic.ts";
import { type JsonPath, lineOf, parseJson } from "./json-text.ts";
import { prune } from "./prune.ts";
import { readFile } from "./read-file.ts";

export interface LoadedFile {
  /** The usable part of the file; `{}` if there is none. */
  readonly value: Record<string, unknown>;
  readonly diagnostics: readonly FileDiagnostic[];
  /** The text could not be parsed, so the file must not be overwritten. */
  readonly broken: boolean;
  readonly exists: boolean;
}

/** Reads a JSON object that the user may have edited, and keeps the parts that fit the schema. */
export function loadJsonFile(path: string, schema: FileSchema): LoadedFile {
  const { text, diagnostics } = readFile(path);
  if (text === undefined) {
    return { value: {}, diagnostics, broken: diagnostics.length > 0, exists: diagnostics.length > 0 };
  }
  return { ...loadJsonText(path, text, schema), exists: true };
}

/** Parses and checks a JSON text. `upgrade` converts a value of an older format to the current one before the check. */
export function loadJsonText(
  path: string,
  text: string,
  schema: FileSchema,
  upgrade: (value: Record<string, unknown>) => Record<string, unknown> = (value) => value,
): Omit<LoadedFile, "exists"> {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    return { value: {}, diagnostics: [diagnostic(path, parsed.line, `is not JSON: ${parsed.reason}`)], broken: true };
  }
  if (!isObject(parsed.value)) {
    return { value: {}, diagnostics: [diagnostic(path, 1, "must hold a JSON object")], broken: true };
  }
  const present = upgrade(parsed.value);
  const violations = [...check(schema, present)];
  if (violations.length === 0) return { value: present, diagnostics: [], broken: false };
  const value = prune(schema, present);
  const found = violations.map((violation) =>
    diagnostic(path, lineOf(text, violation.path), `${name(violation.path)} ${violation.reason}; ignored`),
  );
  return { value: isObject(value) ? value : {}, diagnostics: found, broken: false };
}

function diagnostic(path: string, line: number | undefined, message: string): FileDiagnostic {
  return { type: "error", path, ...(line === undefined ? {} : { line }), message };
}

function name(path: JsonPath): string {
  return path.length === 0 ? "the file" : `"${path.join(".")}"`;
}
