import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ExtensionAssets } from "../contract/assets.ts";
import type { ExtensionApiParts } from "../extension/create-api.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

/**
 * Defined by the build: the location of the batteries' files, relative to a chunk.
 * Without a build, they are in the source folders of the batteries.
 */
declare const TAU_BATTERY_ASSETS: string | undefined;

const isBuilt = typeof TAU_BATTERY_ASSETS === "string";
const BATTERIES = new URL(isBuilt ? TAU_BATTERY_ASSETS : "../../../../../extensions/", import.meta.url);

const compiled = new Map<string, Promise<WebAssembly.Module>>();

export function createExtensionAssets({
  extension,
  generation,
}: Pick<ExtensionApiParts, "extension" | "generation">): ExtensionAssets {
  const locate = (file: string) => locateAsset(file, extension);
  return {
    locate: async (file) => locate(file),
    async startWorker(file, options) {
      generation.assertActive();
      const worker = new Worker(locate(file), options);
      const release = generation.untilEnd(() => void worker.terminate());
      worker.once("exit", release);
      return worker;
    },
    async compileWasm(file) {
      const path = locate(file);
      const compiling = compiled.get(path) ?? readFile(path).then((bytes) => WebAssembly.compile(bytes));
      compiled.set(path, compiling);
      // Forget a failed compilation: the file may exist the next time.
      compiling.catch(() => compiled.delete(path));
      return await compiling;
    },
  };
}

function locateAsset(asset: string, { path, resolvedPath }: ExtensionApiParts["extension"]): string {
  const [, named, rest] = /^builtin:([^/]+)\/(.+)$/.exec(asset) ?? [];
  const battery = named ?? /^builtin:(.+)$/.exec(path)?.[1];
  const file = rest ?? asset;
  const folder = battery === undefined ? dirname(resolvedPath) : join(fileURLToPath(BATTERIES), battery);
  const name = battery !== undefined && isBuilt ? file.replace(/\.ts$/, ".js") : file;
  const found = join(folder, name);
  if ((battery === undefined && resolvedPath.startsWith("<")) || relative(folder, found).startsWith(".."))
    throw new ExtensionHostError("invalid-arguments", `${asset} is no file of the folder that ${path} lies in.`);
  if (existsSync(found)) return found;
  const inPackage = battery === undefined || isBuilt ? undefined : fileOfPackage(folder, file);
  if (inPackage !== undefined) return inPackage;
  const hint = battery === undefined ? "" : " Name it in assets of the manifest.";
  throw new ExtensionHostError("not-available", `There is no file ${found}.${hint}`);
}

/** Returns the path of a file that a package exports, as seen from a folder. The build copies such files. */
function fileOfPackage(folder: string, file: string): string | undefined {
  try {
    return createRequire(join(folder, "index.ts")).resolve(file);
  } catch {
    return undefined;
  }
}
