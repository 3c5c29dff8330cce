import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { toBattery } from "../core/extensions/batteries/battery.ts";
import { batteryWish } from "../core/extensions/batteries/battery-wish.ts";
import { readManifests } from "../core/extensions/batteries/installed.ts";
import type { ExtensionFlag } from "../core/extensions/contract/index.ts";
import { isObject, parseJson, readFile } from "../core/json-file/index.ts";
import { getAgentDir, getCacheDir } from "../core/paths/index.ts";
import { SettingsStore } from "../core/settings/index.ts";
import type { Options } from "./options.ts";

type DescribedFlag = Pick<ExtensionFlag, "name" | "type" | "description">;

/**
 * The options that batteries and the user's own extensions add: those in the home folder and those named with -e. A project is not asked.
 * An extension whose package.json declares its flags is not loaded for them.
 */
export async function extensionFlags({ extension = [], noExtensions }: Options): Promise<DescribedFlag[]> {
  const home = join(getAgentDir(), "extensions");
  const found = noExtensions ? [] : entriesOf(home);
  const paths = [...extension.filter((path) => !path.startsWith("builtin:")), ...found];
  const declared = paths.map((path) => ({ path, flags: declaredFlags(path) }));
  const undeclared = declared.flatMap(({ path, flags }) => (flags ? [] : [path]));
  return [
    ...(noExtensions ? [] : await batteryFlags()),
    ...declared.flatMap(({ flags = [] }) => flags),
    ...(await loadedFlags(undeclared)),
  ];
}

/** Those of batteries that are not switched off. */
export async function batteryFlags(): Promise<DescribedFlag[]> {
  const settings = SettingsStore.open(process.cwd());
  const manifests = (await readManifests()).filter((each) => batteryWish(toBattery(each), settings) === "wanted");
  return manifests.flatMap(({ flags = {} }) => Object.entries(flags).map(([name, flag]) => ({ name, ...flag })));
}

/** Folders and files that can hold an extension. */
function entriesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith(".") && (!entry.isFile() || /\.[cm]?[jt]sx?$/.test(entry.name)))
    .map(({ name }) => join(folder, name));
}

/** What a folder says in `tau.flags` or `pi.flags` of its package.json; nothing where it says nothing. */
function declaredFlags(path: string): DescribedFlag[] | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const parsed = parseJson(readFile(join(path, "package.json")).text ?? "");
  const fields = parsed.ok && isObject(parsed.value) ? [parsed.value.tau, parsed.value.pi] : [];
  const flags = fields.flatMap((field) => (isObject(field) && isObject(field.flags) ? [field.flags] : []))[0];
  return flags && Object.entries(flags).map(([name, flag]) => ({ name, ...described(flag) }));
}

function described(flag: unknown): Omit<DescribedFlag, "name"> {
  const { type, description } = isObject(flag) ? flag : {};
  return {
    type: type === "string" ? "string" : "boolean",
    ...(typeof description === "string" ? { description } : {}),
  };
}

async function loadedFlags(paths: readonly string[]): Promise<DescribedFlag[]> {
  if (paths.length === 0) return [];
  const { loadExtensions } = await import("../core/extensions/loader/load-extensions.ts");
  const cacheDir = join(getCacheDir(getAgentDir()), "extensions");
  const { generation } = await loadExtensions({ paths, cwd: process.cwd(), cacheDir });
  generation.end();
  return generation.extensions.flatMap(({ flags }) => [...flags.values()]);
}
