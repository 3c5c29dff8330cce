import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { findManifests } from "../../packages/coding-agent/src/core/extensions/batteries/find-manifests.ts";
import { at } from "../bootstrap/root.mjs";
import { sharedOptions } from "./shared-options.ts";

/** The folder for the files that manifests name under `assets`, relative to a chunk of the program. */
export const ASSETS = "./batteries/";

export interface BatteryAssets {
  /** By path below that folder. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** The source files they are made of. */
  readonly inputs: readonly string[];
}

/**
 * Resolves to those files: TypeScript with all its imports as one module, anything else unchanged. What is not in the battery's folder
 * is a file that one of its packages exports.
 */
export async function batteryAssets(folders: readonly string[]): Promise<BatteryAssets> {
  const files = new Map<string, string | Uint8Array>();
  const inputs: string[] = [];
  for (const { path, manifest } of await findManifests(folders)) {
    for (const asset of manifest.assets ?? []) {
      const own = join(dirname(path), asset);
      const source = existsSync(own) ? own : createRequire(path).resolve(asset);
      const isCode = asset.endsWith(".ts");
      const name = `${manifest.name}/${isCode ? asset.replace(/\.ts$/, ".js") : asset}`;
      const bundle = isCode ? await bundled(source) : undefined;
      files.set(name, bundle?.text ?? readFileSync(source));
      inputs.push(...(bundle?.inputs ?? [relative(at("."), source)]));
    }
  }
  return { files, inputs };
}

async function bundled(source: string): Promise<{ text: string; inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    ...sharedOptions(),
    splitting: false,
    entryPoints: [source],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    write: false,
  });
  return { text: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) };
}
