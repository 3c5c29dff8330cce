import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FileSchema, isObject } from "../../json-file/index.ts";
import { configuredPackages } from "../../packages/configured-packages.ts";
import { PackagePlaces } from "../../packages/package-places.ts";
import { readManifest } from "../../resources/items/extension-entries.ts";
import { extensionName } from "../../resources/resource-kinds.ts";
import { type SettingsStore, settingsSchema } from "../../settings/index.ts";
import type { ExtensionFlag, ExtensionSubcommand } from "../contract/index.ts";

/** What an extension says of itself in its package.json, under `tau`, `pi` or `omp`: it holds without its code. */
export interface DeclaredParts {
  /** The folder of the extension. */
  readonly folder: string;
  /** Absent where the file names none: then only its code knows. */
  readonly flags?: readonly DeclaredFlag[];
  /** By their key in settings.json. */
  readonly settings: Readonly<Record<string, FileSchema>>;
  /** `tau <name> …`, by name. */
  readonly subcommands: Readonly<Record<string, Omit<ExtensionSubcommand, "run">>>;
}

export type DeclaredFlag = Pick<ExtensionFlag, "name" | "type" | "description">;

/** What is declared by the user's own extensions: folders in Tau's home, and packages. A project is not asked. */
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

/** Adds the settings to the store's: they are checked, have defaults and can be changed. Keys that are taken are passed over. */
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

/** Of one folder; nothing where its package.json has none of our keys. */
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

/** Of the package that a file belongs to. */
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

/** The members that are objects: anything else says nothing. */
function objectsOf(value: unknown): Record<string, Record<string, unknown>> {
  const members = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    members.filter((member): member is [string, Record<string, unknown>] => isObject(member[1])),
  );
}
