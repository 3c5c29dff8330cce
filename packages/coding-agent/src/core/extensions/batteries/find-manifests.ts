import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type ExtensionManifest, withLoadout } from "../extension/extension-manifest.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

export interface FoundManifest {
  readonly path: string;
  readonly manifest: ExtensionManifest;
}

/** The folder with this repository's batteries. */
export const OWN_BATTERIES = fileURLToPath(new URL("../../../../../extensions", import.meta.url));

/** Returns the manifests of the batteries in these folders, sorted by name. Each battery is one subfolder. */
export async function findManifests(folders: readonly string[]): Promise<FoundManifest[]> {
  const paths = folders
    .flatMap((folder) => readdirSync(folder).map((name) => ({ name, path: join(folder, name, "manifest.ts") })))
    .filter(({ path }) => existsSync(path))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const twice = paths.find(({ name }, at) => paths[at + 1]?.name === name);
  if (twice) throw invalid(twice.path, `there is another battery named "${twice.name}". Rename its folder.`);
  return await Promise.all(
    paths.map(async ({ name, path }) => {
      const { manifest } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
        manifest?: ExtensionManifest;
      };
      return { path, manifest: checkManifest(manifest, name, path) };
    }),
  );
}

/**
 * Checks that the battery is named after its folder, so that names are unique, and that directly declared tools are pure data, because they
 * are read before the code is loaded.
 */
function checkManifest(manifest: ExtensionManifest | undefined, folder: string, path: string): ExtensionManifest {
  const wrong = (reason: string) => invalid(path, reason);
  if (typeof manifest?.load !== "function") throw wrong("it exports no manifest with a load function.");
  if (manifest.name !== folder) throw wrong(`its name is "${manifest.name}", that of its folder "${folder}".`);
  for (const tool of manifest.tools ?? []) {
    const [key] = Object.entries(tool).find(([, value]) => typeof value === "function") ?? [];
    if (key !== undefined && withLoadout(tool).loadout !== "found")
      throw wrong(
        `${key} of the tool ${tool.name} is a function. A direct tool is declared by data: register it in the code.`,
      );
  }
  return manifest;
}

function invalid(path: string, reason: string): ExtensionHostError {
  return new ExtensionHostError("invalid-registration", `${path}: ${reason}`);
}
