import type { FileDiagnostic, FileSchema } from "../json-file/index.ts";
import { isObject, lineOf } from "../json-file/index.ts";

/** Returns a warning for each key such as `"retry.enabled"`, which names a setting within an object and would be ignored silently. */
export function dottedKeys(
  file: { readonly path: string; readonly text: string },
  schema: FileSchema,
  value: object,
): FileDiagnostic[] {
  return dottedPaths(schema, value, []).map((path): FileDiagnostic => {
    const line = lineOf(file.text, path);
    const message = `"${path.join(".")}" is ignored; write ${nested(path.join(".").split("."))}`;
    return { type: "warning", path: file.path, ...(line !== undefined && { line }), message };
  });
}

function dottedPaths(schema: FileSchema, value: object, at: readonly string[]): string[][] {
  return Object.entries(value).flatMap(([key, item]): string[][] => {
    const member = memberOf(schema, key);
    if (member) return isObject(item) ? dottedPaths(member, item, [...at, key]) : [];
    return key.includes(".") && isSetting(schema, key) ? [[...at, key]] : [];
  });
}

function isSetting(schema: FileSchema, path: string): boolean {
  let found: FileSchema | undefined = schema;
  for (const key of path.split(".")) found = found && memberOf(found, key);
  return found !== undefined;
}

function memberOf({ properties = {} }: FileSchema, key: string): FileSchema | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function nested([key, ...rest]: readonly string[]): string {
  return `{ ${JSON.stringify(key)}: ${rest.length === 0 ? "…" : nested(rest)} }`;
}
