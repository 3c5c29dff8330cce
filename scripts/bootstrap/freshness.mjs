import { readdirSync, readFileSync, statSync } from "node:fs";
import { at } from "./root.mjs";

/** Written by a successful build, with the kind of the build. The `tau` launcher also compares against it. */
export const BUILD_STAMP = "packages/coding-agent/dist/.built";
/** The stamp of a build with the libraries and their declarations. */
export const WITH_TYPES = "types";

/** Returns whether the bundle is newer than all of its sources. */
export function isBuilt() {
  const built = modified(at(BUILD_STAMP));
  if (built === 0) return false;
  return [at("package-lock.json"), at("scripts/build.mjs"), at("scripts/build"), ...sourceFolders()].every(
    (path) => newest(path) <= built,
  );
}

/** Returns whether the libraries and their declarations are up to date too. */
export function isBuiltWithTypes() {
  return isBuilt() && readFileSync(at(BUILD_STAMP), "utf8") === WITH_TYPES;
}

function sourceFolders() {
  return readdirSync(at("packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => (entry.name === "extensions" ? at("packages/extensions") : at(`packages/${entry.name}/src`)));
}

function newest(path) {
  const own = modified(path);
  if (own === 0 || !statSync(path).isDirectory()) return own;
  return readdirSync(path)
    .filter((name) => name !== "node_modules" && name !== "dist" && name !== "test")
    .reduce((latest, name) => Math.max(latest, newest(`${path}/${name}`)), own);
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
