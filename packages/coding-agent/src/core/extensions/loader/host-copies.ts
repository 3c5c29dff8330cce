import { dirname } from "node:path";
import { isObject } from "../../json-file/index.ts";
import { readPackageJson } from "../../packages/package-json.ts";
import { readManifest } from "../../resources/items/extension-entries.ts";
import type { ExtensionPath, LoadedExtensions } from "./load-extensions.ts";
import { hostModuleFor } from "./module-map.ts";

/**
 * Warns about packages that list modules of the host as dependencies. A package's own copy has different classes and registries, so
 * registrations in it never reach the host.
 */
export function warnOfHostCopies(files: readonly ExtensionPath[]): NonNullable<LoadedExtensions["warnings"]> {
  const roots = new Set(files.flatMap((file) => rootOf(file) ?? []));
  return [...roots].flatMap((root) => {
    const { dependencies } = readPackageJson(root);
    const copies = Object.keys(isObject(dependencies) ? dependencies : {}).filter((name) => hostModuleFor(name));
    return copies.length === 0 ? [] : [{ path: root, warning: describe(copies) }];
  });
}

/** Returns the package of an extension: an installed package, or a folder with a manifest around the entry file. */
function rootOf({ path, sourceInfo }: ExtensionPath): string | undefined {
  if (sourceInfo?.origin === "package") return sourceInfo.baseDir;
  const folder = dirname(path);
  return [folder, dirname(folder)].find((place) => readManifest(place) !== undefined);
}

function describe(names: readonly string[]): string {
  return `package.json lists ${names.join(", ")} in "dependencies". Extensions get them from the program: move them to "peerDependencies" with the range "*".`;
}
