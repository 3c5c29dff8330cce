import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { toBattery } from "../../core/extensions/batteries/battery.ts";
import { batteryWish } from "../../core/extensions/batteries/battery-wish.ts";
import { readManifests } from "../../core/extensions/batteries/installed.ts";
import { type DeclaredFlag, declaredParts } from "../../core/extensions/loader/declared-parts.ts";
import { getAgentDir, getCacheDir } from "../../core/paths/index.ts";
import { SettingsStore } from "../../core/settings/index.ts";
import type { Options } from "./options.ts";

/**
 * Returns the options that batteries and the user's own extensions add: extensions in the home folder and those named with -e, but not
 * those of a project. An extension is loaded only if its package.json does not declare its flags.
 */
export async function extensionFlags({ extension = [], noExtensions }: Options): Promise<DeclaredFlag[]> {
  const home = join(getAgentDir(), "extensions");
  const found = noExtensions ? [] : entriesOf(home);
  const paths = [...extension.filter((path) => !path.startsWith("builtin:")), ...found];
  const declared = paths.map((path) => ({ path, flags: declaredParts(path)?.flags }));
  const undeclared = declared.flatMap(({ path, flags }) => (flags ? [] : [path]));
  return [
    ...(noExtensions ? [] : await batteryFlags("general")),
    ...declared.flatMap(({ flags = [] }) => flags),
    ...(await loadedFlags(undeclared)),
  ];
}

/** Returns the flags of batteries that are not switched off. The flags of a subcommand that runs as a mode are not general: its own help names them. */
export async function batteryFlags(which: "all" | "general"): Promise<DeclaredFlag[]> {
  const settings = SettingsStore.open(process.cwd());
  const manifests = (await readManifests()).filter((each) => batteryWish(toBattery(each), settings) === "wanted");
  const shown = which === "all" ? manifests : manifests.filter(({ subcommand }) => subcommand?.modeWord !== "");
  return shown.flatMap(({ flags = {} }) => Object.entries(flags).map(([name, flag]) => ({ name, ...flag })));
}

/** Lists the folders and files that can hold an extension. */
function entriesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith(".") && (!entry.isFile() || /\.[cm]?[jt]sx?$/.test(entry.name)))
    .map(({ name }) => join(folder, name));
}

async function loadedFlags(paths: readonly string[]): Promise<DeclaredFlag[]> {
  if (paths.length === 0) return [];
  const { loadExtensions } = await import("../../core/extensions/loader/load-extensions.ts");
  const cacheDir = join(getCacheDir(getAgentDir()), "extensions");
  const { generation } = await loadExtensions({ paths, cwd: process.cwd(), cacheDir });
  generation.end();
  return generation.extensions.flatMap(({ flags }) => [...flags.values()]);
}
