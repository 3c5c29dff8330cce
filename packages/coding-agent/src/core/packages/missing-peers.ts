import { existsSync } from "node:fs";
import { join } from "node:path";
import { hostModuleFor } from "../extensions/loader/module-map.ts";
import { isObject } from "../json-file/index.ts";
import { readPackageJson } from "./package-json.ts";
import { NPM_NAME } from "./package-source.ts";

/**
 * Returns the peer dependencies of a package that are not installed, in npm's notation. npm is told not to install
 * peers, because it would install a second copy of the host. But a package may also declare an ordinary library as a peer.
 */
export function missingPeers(folder: string, modules: string): string[] {
  const manifest = readPackageJson(folder);
  const peers = isObject(manifest.peerDependencies) ? manifest.peerDependencies : {};
  const meta = isObject(manifest.peerDependenciesMeta) ? manifest.peerDependenciesMeta : {};
  const isOptional = (name: string) => isObject(meta[name]) && meta[name].optional === true;
  return Object.entries(peers).flatMap(([name, range]) =>
    // An invalid name could be taken for an option or a path.
    !NPM_NAME.test(name) || isOfHost(name) || isOptional(name) || existsSync(join(modules, name))
      ? []
      : [`${name}@${String(range)}`],
  );
}

/** Returns whether a package is provided by the host, or belongs to the same families and cannot be provided. */
function isOfHost(name: string): boolean {
  return hostModuleFor(name) !== undefined || FAMILIES.test(name);
}

const FAMILIES = /^@(?:earendil-works|mariozechner|oh-my-pi|tau)\//;
