import { check, type FileSchema, parseJson } from "../../../../core/json-file/index.ts";
import { extendedGroups } from "../../../../core/settings/index.ts";

/** One setting as the menu shows it. */
export interface MenuSetting {
  readonly path: string;
  readonly group: string;
  readonly description: string;
  readonly schema: FileSchema;
}

/** Every setting, those of extensions included; lists and maps are typed as JSON. */
export function menuSettings(added: ReadonlyMap<string, FileSchema>): MenuSetting[] {
  return extendedGroups(added).flatMap(({ title, properties }) => settingsIn(properties, title, ""));
}

function settingsIn(
  properties: Readonly<Record<string, FileSchema>>,
  group: string,
  prefix: string,
  inherited = "",
): MenuSetting[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const path = `${prefix}${key}`;
    if (schema.properties) return settingsIn(schema.properties, group, `${path}.`, schema.description);
    return [{ path, group, description: schema.description ?? inherited, schema }];
  });
}

/** The values to go through, where they can be counted. */
export function valuesOf(schema: FileSchema): unknown[] | undefined {
  if (schema.enum) return [...schema.enum];
  if (schema.type === "boolean") return [true, false];
  if (!schema.anyOf) return undefined;
  const parts = schema.anyOf.map((part) => ("const" in part ? [part.const] : valuesOf(part)));
  return parts.every((values) => values !== undefined) ? parts.flat() : undefined;
}

export function textOf(value: unknown): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

/** What a text means for a setting: nothing typed is the default. What fits neither as it is nor as a literal is refused. */
export function parseValue(text: string, schema: FileSchema): { value: unknown } | { error: string } {
  const typed = text.trim();
  if (typed === "") return { value: undefined };
  const literal = parseJson(typed);
  const candidates = literal.ok ? [literal.value, typed] : [typed];
  const fitting = candidates.find((candidate) => check(schema, candidate).next().done);
  if (fitting !== undefined) return { value: fitting };
  const [violation] = check(schema, candidates[0]);
  return { error: violation?.reason ?? "this value does not fit" };
}
