import { existsSync } from "node:fs";
import { join } from "node:path";
import { hostModuleFor } from "../extensions/loader/module-map.ts";
import { isObject } from "../json-file/index.ts";
import { readPackageJson } from "./package-json.ts";
import { NPM_NAME } from "./package-source.ts";

/**
 * What a package expects beside itself and does not find there, as npm takes it. npm is told to leave peers alone, since it would bring
 * a second host; but a package may also name a library so.
 */
export function missingPeers(folder: string, modules: string): string[] {
  const manifest = readPackageJson(folder);
  const peers = isObject(manifest.peerDependencies) ? manifest.peerDependencies : {};
  const meta = isObject(manifest.peerDependenciesMeta) ? manifest.peerDependenciesMeta : {};
  const isOptional = (name: string) => isObject(meta[name]) && meta[name].optional === true;
  return Object.entries(peers).flatMap(([name, range]) =>
    // A name that is none could be taken for an option, or for a path.
    !NPM_NAME.test(name) || isOfHost(name) || isOptional(name) || existsSync(join(modules, name))
      ? []
      : [`${name}@${String(range)}`],
  );
}

/** What extensions get from the program, or cannot get at all: the rest of the same families. */
function isOfHost(name: string): boolean {
  return hostModuleFor(name) !== undefined || FAMILIES.test(name);
}

const FAMILIES = /^@(?:earendil-works|mariozechner|oh-my-pi|tau)\//;
