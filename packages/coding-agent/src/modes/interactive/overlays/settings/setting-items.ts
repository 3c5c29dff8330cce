import { check, type FileSchema, parseJson } from "../../../../core/json-file/index.ts";
import { extendedGroups } from "../../../../core/settings/index.ts";
import { type CommonSetting, commonSettings } from "./common-settings.ts";

/** One setting as the menu shows it. */
export interface MenuSetting {
  readonly path: string;
  readonly group: string;
  readonly description: string;
  readonly schema: FileSchema;
  /** Where many people change it: its plain name, and how its values are shown. */
  readonly common?: CommonSetting | undefined;
}

/** The heading of what many people change. */
export const COMMON_GROUP = "Common settings";

/** Every setting once, those of extensions included: first what many people change, then the rest by topic. Lists and maps are typed as JSON. */
export function menuSettings(added: ReadonlyMap<string, FileSchema>): MenuSetting[] {
  const all = extendedGroups(added).flatMap(({ title, properties }) => settingsIn(properties, title, ""));
  const common = commonSettings.flatMap((setting): MenuSetting[] => {
    const found = all.find(({ path }) => path === setting.path);
    const description = setting.description ?? found?.description ?? "";
    return found ? [{ ...found, group: COMMON_GROUP, description, common: setting }] : [];
  });
  const isCommon = new Set(common.map(({ path }) => path));
  return [...common, ...all.filter(({ path }) => !isCommon.has(path))];
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

/** A value as it is typed: for a number of seconds without its unit. */
export function textOf(value: unknown, { common }: Pick<MenuSetting, "common"> = {}): string {
  if (value === undefined) return "";
  if (common?.partsOfSecond && typeof value === "number") return String(value / common.partsOfSecond);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value as the menu shows it, in plain words and with its unit. */
export function shownValue(value: unknown, { common }: Pick<MenuSetting, "common">): string {
  const word = common?.words?.[value === undefined ? "" : String(value)];
  if (word !== undefined) return word;
  return textOf(value, { common }) + (common?.partsOfSecond && typeof value === "number" ? " s" : "");
}

/** What a text means for a setting: nothing typed is the default. What fits neither as it is nor as a literal is refused. */
export function parseValue(
  text: string,
  { schema, common }: Pick<MenuSetting, "schema" | "common">,
): { value: unknown } | { error: string } {
  const typed = text.trim();
  if (typed === "") return { value: undefined };
  const literal = parseJson(typed);
  const candidates = [...seconds(typed, common), ...(literal.ok ? [literal.value, typed] : [typed])];
  const fitting = candidates.find((candidate) => check(schema, candidate).next().done);
  if (fitting !== undefined) return { value: fitting };
  const [violation] = check(schema, candidates[0]);
  return { error: violation?.reason ?? "this value does not fit" };
}

/** `90`, or `90 s`, in the unit of the file. */
function seconds(typed: string, common: CommonSetting | undefined): number[] {
  const number = common?.partsOfSecond ? /^(\d+(?:\.\d+)?) ?s?$/.exec(typed)?.[1] : undefined;
  return number === undefined ? [] : [Number(number) * (common?.partsOfSecond ?? 1)];
}
