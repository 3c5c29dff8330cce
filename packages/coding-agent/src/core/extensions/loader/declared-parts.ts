import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FileSchema, isObject } from "../../json-file/index.ts";
import { configuredPackages } from "../../packages/configured-packages.ts";
import { PackagePlaces } from "../../packages/package-places.ts";
import { readManifest } from "../../resources/items/extension-entries.ts";
import { extensionName } from "../../resources/resource-kinds.ts";
import { type SettingsStore, settingsSchema } from "../../settings/index.ts";
import type { ExtensionFlag, ExtensionSubcommand } from "../contract/index.ts";

/** The declarations of an extension in its package.json, under `tau`, `pi` or `omp`. They can be read without loading its code. */
export interface DeclaredParts {
  /** The folder of the extension. */
  readonly folder: string;
  /** Absent if the file declares no flags: then only the code knows them. */
  readonly flags?: readonly DeclaredFlag[];
  /** The settings, by their key in settings.json. */
  readonly settings: Readonly<Record<string, FileSchema>>;
  /** The subcommands `tau <name> …`, by name. */
  readonly subcommands: Readonly<Record<string, Omit<ExtensionSubcommand, "run">>>;
}

export type DeclaredFlag = Pick<ExtensionFlag, "name" | "type" | "description">;

/** Returns the declarations of the user's own extensions: folders in Tau's home, and packages. Projects are not considered. */
export function userDeclarations(settings: SettingsStore, cwd: string, agentDir: string): DeclaredParts[] {
  const disabled = new Set(settings.get("disabledExtensions") ?? []);
  const places = new PackagePlaces(cwd, agentDir);
  const packages = configuredPackages(settings, places).packages.filter(({ scope }) => scope === "user");
  const folders = [
    ...foldersIn(join(agentDir, "extensions")),
    ...packages.map(({ origin, scope }) => places.pathOf(origin, scope)),
  ];
  return folders
    .filter((folder) => !disabled.has(`extension-module:${extensionName(join(folder, "index.ts"))}`))
    .flatMap((folder) => declaredParts(folder) ?? []);
}

/**
 * Adds the declared settings to the store, so that they are validated, have defaults and can be
 * changed. Skips keys that are taken. Returns a function that removes them.
 */
export function declareSettings(store: SettingsStore, declarations: readonly DeclaredParts[]): () => void {
  const added = declarations.flatMap(({ settings }) =>
    Object.entries(settings)
      .filter(([key]) => !Object.hasOwn(settingsSchema.properties, key) && !store.extensions.has(key))
      .map(([key, schema]) => store.extend(key, schema)),
  );
  return () => {
    for (const takeBack of added) takeBack();
  };
}

/** Returns the declarations of one folder, or `undefined` if its package.json has none of these keys. */
export function declaredParts(folder: string): DeclaredParts | undefined {
  const manifest = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readManifest(folder) : undefined;
  if (!manifest) return undefined;
  const { flags, settings, subcommands } = manifest;
  return {
    folder,
    ...(isObject(flags) && { flags: Object.entries(flags).map(([name, flag]) => ({ name, ...readFlag(flag) })) }),
    settings: objectsOf(settings) as Record<string, FileSchema>,
    subcommands: Object.fromEntries(
      Object.entries(objectsOf(subcommands))
        .filter(([name]) => COMMAND_NAME.test(name))
        .map(([name, subcommand]) => [name, readSubcommand(subcommand)]),
    ),
  };
}

/** Returns the declarations of the package that contains a file. */
export function declarationOf(file: string): DeclaredParts | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return declaredParts(folder);
    if (dirname(folder) === folder) return undefined;
  }
}

const COMMAND_NAME = /^[a-z][a-z0-9-]*$/;

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith(".") && !entry.isFile())
    .map(({ name }) => join(folder, name));
}

function readFlag(flag: unknown): Omit<DeclaredFlag, "name"> {
  const { type, description } = isObject(flag) ? flag : {};
  return {
    type: type === "string" ? "string" : "boolean",
    ...(typeof description === "string" ? { description } : {}),
  };
}

function readSubcommand({ description, usage, words }: Readonly<Record<string, unknown>>) {
  return {
    ...(typeof description === "string" && { description }),
    ...(Array.isArray(usage) && { usage: usage.map(String) }),
    ...(Array.isArray(words) && { words: words.map(String) }),
  };
}

/** Returns only the members that are objects; all others are ignored. */
function objectsOf(value: unknown): Record<string, Record<string, unknown>> {
  const members = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    members.filter((member): member is [string, Record<string, unknown>] => isObject(member[1])),
  );
}
