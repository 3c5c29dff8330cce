import { ownValue } from "@tau/ai";
import { installedSettings } from "../extensions/batteries/installed-settings.ts";
import type { FileSchema } from "../json-file/index.ts";
import { settingsGroups, settingsSchema } from "./schema/index.ts";

type Properties = Readonly<Record<string, FileSchema>>;

/** Returns the settings schema, including the settings of batteries and extensions. */
export function extendedSchema(added: ReadonlyMap<string, FileSchema> = new Map()): FileSchema {
  const own = installedSettings().map(({ settings }) => settings);
  return { ...settingsSchema, properties: join([settingsSchema.properties, ...own, Object.fromEntries(added)]) };
}

/** Returns the same grouped by topic, for menus and documentation. */
export function extendedGroups(
  added: ReadonlyMap<string, FileSchema> = new Map(),
): readonly { readonly title: string; readonly properties: Properties }[] {
  const batteries = installedSettings().map(({ name, settings }) => ({
    title: `Battery ${name}`,
    properties: settings,
  }));
  const others = added.size > 0 ? [{ title: "Extensions", properties: Object.fromEntries(added) }] : [];
  return [...settingsGroups, ...batteries, ...others];
}

export function extendedDefault(path: string, added: ReadonlyMap<string, FileSchema>): unknown {
  let schema: FileSchema | undefined = extendedSchema(added);
  for (const key of path.split(".")) schema = ownValue(schema?.properties, key);
  return schema?.default;
}

/** Joins tables. If two have the same key, the first wins; two objects are merged member by member. */
function join(tables: readonly Properties[]): Properties {
  const all: Record<string, FileSchema> = {};
  for (const [key, schema] of tables.flatMap((table) => Object.entries(table))) {
    const known = Object.hasOwn(all, key) ? all[key] : undefined;
    if (!known) all[key] = schema;
    else if (known.properties && schema.properties)
      all[key] = { ...schema, ...known, properties: join([known.properties, schema.properties]) };
  }
  return all;
}
