import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { findManifests } from "../../packages/coding-agent/src/core/extensions/batteries/find-manifests.ts";
import { sharedOptions } from "./shared-options.ts";

/** The folder for the files that manifests name under `assets`, relative to a chunk of the program. */
export const ASSETS = "./batteries/";

/**
 * Resolves to those files by path below that folder: TypeScript with all its imports as one module, anything else unchanged. What is not
 * in the battery's folder is a file that one of its packages exports.
 */
export async function batteryAssets(folders: readonly string[]): Promise<Map<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>();
  for (const { path, manifest } of await findManifests(folders)) {
    for (const asset of manifest.assets ?? []) {
      const own = join(dirname(path), asset);
      const source = existsSync(own) ? own : createRequire(path).resolve(asset);
      const isCode = asset.endsWith(".ts");
      const name = `${manifest.name}/${isCode ? asset.replace(/\.ts$/, ".js") : asset}`;
      files.set(name, isCode ? await bundled(source) : readFileSync(source));
    }
  }
  return files;
}

async function bundled(source: string): Promise<string> {
  const { outputFiles } = await build({
    ...sharedOptions(),
    splitting: false,
    entryPoints: [source],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
