import { ownValue } from "@tau/ai";
import type { XStatic } from "typebox/schema";
import { type FileSchema, isObject } from "../json-file/index.ts";
import { settingsSchema, type Writable } from "./schema/index.ts";

type Properties = (typeof settingsSchema)["properties"];

type PathsOf<T> = {
  [Key in keyof T & string]: T[Key] extends { properties: infer Inner } ? Key | `${Key}.${PathsOf<Inner>}` : Key;
}[keyof T & string];

type SchemaAt<T, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof T
    ? T[Key] extends { properties: infer Inner }
      ? SchemaAt<Inner, Rest>
      : never
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

/** A key of settings.json, or the dotted path to one inside an object. */
export type SettingPath = PathsOf<Properties>;

/** The type of a setting's value: never `undefined` if the schema has a default. */
export type SettingValue<Path extends SettingPath> = ValueOf<SchemaAt<Properties, Path>>;

type ValueOf<Schema> = Schema extends { default: unknown }
  ? Writable<XStatic<Schema>>
  : Writable<XStatic<Schema>> | undefined;

export function valueAt(settings: object, path: string): unknown {
  let node: unknown = settings;
  for (const key of path.split(".")) node = isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  return node;
}

export function defaultAt(path: string): unknown {
  let schema: FileSchema | undefined = settingsSchema;
  for (const key of path.split(".")) schema = ownValue(schema?.properties, key);
  return schema?.default;
}

/** Returns a copy with one key changed; `undefined` removes it. A value on the path that is not an object is replaced by one. */
export function withValue(
  settings: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [key, ...rest] = path;
  if (key === undefined) return settings;
  const { [key]: current, ...others } = settings;
  if (rest.length > 0) return { ...settings, [key]: withValue(isObject(current) ? current : {}, rest, value) };
  return value === undefined ? others : { ...settings, [key]: value };
}
