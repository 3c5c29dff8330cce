import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionFlag } from "../core/extensions/contract/index.ts";
import { getAgentDir, getCacheDir } from "../core/paths/index.ts";
import type { Options } from "./options.ts";

/** The options that the user's own extensions add: those in the home folder and those named with -e. A project is not asked. */
export async function extensionFlags({ extension = [], noExtensions }: Options): Promise<ExtensionFlag[]> {
  const home = join(getAgentDir(), "extensions");
  const named = extension.filter((path) => !path.startsWith("builtin:"));
  const paths = [...named, ...(!noExtensions && existsSync(home) ? [home] : [])];
  if (paths.length === 0) return [];
  const { loadExtensions } = await import("../core/extensions/loader/load-extensions.ts");
  const cacheDir = join(getCacheDir(getAgentDir()), "extensions");
  const { generation } = await loadExtensions({ paths, cwd: process.cwd(), cacheDir });
  generation.end();
  return generation.extensions.flatMap(({ flags }) => [...flags.values()]);
}
