import type { Plugin } from "esbuild";
import { toBattery } from "../../packages/coding-agent/src/core/extensions/batteries/battery.ts";
import {
  type FoundManifest,
  findManifests,
} from "../../packages/coding-agent/src/core/extensions/batteries/find-manifests.ts";

const INDEX = /\/core\/extensions\/batteries\/installed\.ts$/;
const SETTINGS = /\/core\/extensions\/batteries\/installed-settings\.ts$/;
const MANIFESTS = "battery-manifests";

/**
 * Compiles the manifests of all batteries in these folders into two parts: data that every start reads, and the manifests themselves,
 * in a file that is loaded on demand. The plugin must come before plugins that load sources.
 */
export function batteryIndex(folders: readonly string[]): Plugin {
  return {
    name: "battery-index",
    setup: ({ onLoad, onResolve }) => {
      const found = findManifests(folders);
      onLoad({ filter: INDEX, namespace: "file" }, async () => ({
        contents: [
          `export const installed = ${JSON.stringify((await found).map(({ manifest }) => toBattery(manifest)))};`,
          `export const readManifests = async () => (await import("${MANIFESTS}")).manifests;`,
        ].join("\n"),
      }));
      onLoad({ filter: SETTINGS, namespace: "file" }, async () => ({
        contents: `export function installedSettings() { return ${JSON.stringify(settingsOf(await found))}; }`,
      }));
      onResolve({ filter: new RegExp(`^${MANIFESTS}$`) }, ({ path }) => ({ path, namespace: MANIFESTS }));
      onLoad({ filter: /./, namespace: MANIFESTS }, async () => ({
        contents: listOf((await found).map(({ path }) => path)),
        resolveDir: "/",
      }));
    },
  };
}

function settingsOf(found: readonly FoundManifest[]): object[] {
  return found.flatMap(({ manifest: { name, settings } }) => (settings ? [{ name, settings }] : []));
}

function listOf(paths: readonly string[]): string {
  const imports = paths.map((path, index) => `import { manifest as m${index} } from ${JSON.stringify(path)};`);
  return `${imports.join("\n")}\nexport const manifests = [${paths.map((_, index) => `m${index}`).join(", ")}];`;
}
