import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the folder of this package: the nearest folder above this module that has a package.json. */
export function getPackageDir(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json")) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

export function getReadmePath(): string {
  return join(getPackageDir(), "README.md");
}

export function getDocsPath(): string {
  return join(getPackageDir(), "docs");
}

export function getExamplesPath(): string {
  return join(getPackageDir(), "examples");
}
