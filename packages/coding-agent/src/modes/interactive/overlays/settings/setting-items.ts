import { check, type FileSchema, parseJson } from "../../../../core/json-file/index.ts";
import { extendedGroups } from "../../../../core/settings/index.ts";
import { type CommonSetting, commonSettings } from "./common-settings.ts";

/** One setting in the menu. */
export interface MenuSetting {
  readonly path: string;
  readonly group: string;
  readonly description: string;
  readonly schema: FileSchema;
  /** For a setting that many users change: its plain name and how its values are shown. */
  readonly common?: CommonSetting | undefined;
}

/** The heading of the settings that many users change. */
export const COMMON_GROUP = "Common settings";

/** Returns every setting once, including those of extensions: first the common ones, then the rest by topic. Lists and maps are typed as JSON. */
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

/** Returns the possible values, if there is a fixed number of them. */
export function valuesOf(schema: FileSchema): unknown[] | undefined {
  if (schema.enum) return [...schema.enum];
  if (schema.type === "boolean") return [true, false];
  if (!schema.anyOf) return undefined;
  const parts = schema.anyOf.map((part) => ("const" in part ? [part.const] : valuesOf(part)));
  return parts.every((values) => values !== undefined) ? parts.flat() : undefined;
}

/** Returns a value as the user types it. Seconds have no unit. */
export function textOf(value: unknown, { common }: Pick<MenuSetting, "common"> = {}): string {
  if (value === undefined) return "";
  if (common?.partsOfSecond && typeof value === "number") return String(value / common.partsOfSecond);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns a value as the menu shows it, with its display name and unit. */
export function shownValue(value: unknown, { common }: Pick<MenuSetting, "common">): string {
  const word = common?.words?.[value === undefined ? "" : String(value)];
  if (word !== undefined) return word;
  return textOf(value, { common }) + (common?.partsOfSecond && typeof value === "number" ? " s" : "");
}

/** Parses the text for a setting. An empty text means the default. Rejects a text that fits neither as it is nor as a JSON literal. */
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

/** Converts `90` or `90 s` to the unit of the file. */
function seconds(typed: string, common: CommonSetting | undefined): number[] {
  const number = common?.partsOfSecond ? /^(\d+(?:\.\d+)?) ?s?$/.exec(typed)?.[1] : undefined;
  return number === undefined ? [] : [Number(number) * (common?.partsOfSecond ?? 1)];
}
