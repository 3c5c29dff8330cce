import { dirname } from "node:path";
import { isObject } from "../../json-file/index.ts";
import { readPackageJson } from "../../packages/package-json.ts";
import { readManifest } from "../../resources/items/extension-entries.ts";
import type { ExtensionPath, LoadedExtensions } from "./load-extensions.ts";
import { hostModuleFor } from "./module-map.ts";

/**
 * Warns of packages that depend on what the host gives them. A copy of their own has other classes and registries: what it is told the host
 * never hears of.
 */
export function warnOfHostCopies(files: readonly ExtensionPath[]): NonNullable<LoadedExtensions["warnings"]> {
  const roots = new Set(files.flatMap((file) => rootOf(file) ?? []));
  return [...roots].flatMap((root) => {
    const { dependencies } = readPackageJson(root);
    const copies = Object.keys(isObject(dependencies) ? dependencies : {}).filter((name) => hostModuleFor(name));
    return copies.length === 0 ? [] : [{ path: root, warning: describe(copies) }];
  });
}

/** The package that an extension is part of: one that was installed, or a folder with a manifest around its entry. */
function rootOf({ path, sourceInfo }: ExtensionPath): string | undefined {
  if (sourceInfo?.origin === "package") return sourceInfo.baseDir;
  const folder = dirname(path);
  return [folder, dirname(folder)].find((place) => readManifest(place) !== undefined);
}

function describe(names: readonly string[]): string {
  return `package.json lists ${names.join(", ")} in "dependencies". Extensions get them from the program: move them to "peerDependencies" with the range "*".`;
}
