import { isObject, type Json, textOf } from "./json.ts";
import { PluginError } from "./plugin-error.ts";

/** A plugin as a marketplace lists it. */
export interface PluginEntry {
  readonly name: string;
  readonly description: string;
  readonly source: unknown;
  /** All fields, which may describe contents. */
  readonly fields: Json;
}

export interface Marketplace {
  readonly name: string;
  readonly owner: string;
  readonly description: string;
  /** A folder that relative sources start from. */
  readonly pluginRoot?: string;
  readonly plugins: readonly PluginEntry[];
  /** What is wrong with plugins that were left out. */
  readonly problems: readonly string[];
}

export const CATALOGUE = ".claude-plugin/marketplace.json";

/** A name becomes part of a path and of commands. */
const NAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i;

export function isName(name: string): boolean {
  return NAME.test(name) && !name.includes("..");
}

/** Reads a catalogue. A wrong plugin is left out; a wrong catalogue throws. */
export function readMarketplace(given: Json): Marketplace {
  const name = textOf(given, "name") ?? "";
  if (!isName(name)) throw new PluginError(`The marketplace has no usable name: ${JSON.stringify(given.name)}.`);
  if (!Array.isArray(given.plugins)) throw new PluginError(`The marketplace ${name} has no list of plugins.`);
  const owner = isObject(given.owner) ? textOf(given.owner, "name") : undefined;
  const pluginRoot = isObject(given.metadata) ? textOf(given.metadata, "pluginRoot") : undefined;
  return {
    name,
    owner: owner ?? "",
    description: textOf(given, "description") ?? "",
    ...(pluginRoot === undefined ? {} : { pluginRoot }),
    ...readEntries(given.plugins, name),
  };
}

function readEntries(given: readonly unknown[], marketplace: string): Pick<Marketplace, "plugins" | "problems"> {
  const plugins: PluginEntry[] = [];
  const problems: string[] = [];
  for (const each of given) {
    const fields = isObject(each) ? each : {};
    const name = textOf(fields, "name") ?? "";
    if (!isName(name)) problems.push(`A plugin of ${marketplace} has no usable name: ${JSON.stringify(fields.name)}.`);
    else if (plugins.some((other) => other.name === name)) problems.push(`${marketplace} lists ${name} twice.`);
    else plugins.push({ name, description: textOf(fields, "description") ?? "", source: fields.source, fields });
  }
  return { plugins, problems };
}
