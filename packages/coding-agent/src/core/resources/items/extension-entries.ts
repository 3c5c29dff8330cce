import { join, resolve } from "node:path";
import { isFolder, isOrdinary, listFiles, readFolder } from "@tau/agent/node";
import { isObject, parseJson, readFile } from "../../json-file/index.ts";

/** Keys of package.json under which a package lists its resources. */
export const MANIFEST_KEYS = ["tau", "pi", "omp"];

/** Returns the files to load for a path with extensions: a file, a package, a folder with an index, or a folder of those. */
export function extensionEntries(path: string): string[] {
  if (!isFolder(path)) return isExtension(path) ? [path] : [];
  const own = folderEntries(path);
  if (own.length > 0) return own;
  // Only one level: deeper files belong to the extensions themselves.
  return readFolder(path).flatMap((entry) => {
    if (entry.kind === "file") return isExtension(entry.name) ? [entry.path] : [];
    return isOrdinary(entry.name) ? folderEntries(entry.path) : [];
  });
}

/** Returns the section of package.json under one of our keys, as written; `undefined` if there is none. */
export function readManifest(folder: string): Record<string, unknown> | undefined {
  const { text } = readFile(join(folder, "package.json"));
  const parsed = text === undefined ? undefined : parseJson(text);
  const manifest = parsed?.ok && isObject(parsed.value) ? parsed.value : {};
  const key = MANIFEST_KEYS.find((name) => isObject(manifest[name]));
  return key ? (manifest[key] as Record<string, unknown>) : undefined;
}

/** Returns whether the folder is a package rather than a single extension: it has a manifest, or folders for resources. */
export function isPackageFolder(path: string): boolean {
  if (!isFolder(path)) return false;
  return readManifest(path) !== undefined || PACKAGE_FOLDERS.some((name) => isFolder(join(path, name)));
}

const PACKAGE_FOLDERS = ["extensions", "skills", "prompts", "themes"];

function folderEntries(folder: string): string[] {
  const named = readManifest(folder)?.extensions;
  if (Array.isArray(named)) return named.map(String).flatMap((entry) => entriesAt(resolve(folder, entry)));
  const index = INDEXES.find((name) =>
    readFolder(folder).some((entry) => entry.name === name && entry.kind === "file"),
  );
  return index ? [join(folder, index)] : [];
}

/** Returns the entries at a path that a manifest names. A folder stands for its index, or else for its files. */
function entriesAt(path: string): string[] {
  if (!isFolder(path)) return [path];
  const index = INDEXES.find((name) => readFolder(path).some((entry) => entry.name === name));
  return index ? [join(path, index)] : listFiles(path, ENDINGS).filter(isExtension);
}

function isExtension(name: string): boolean {
  return ENDINGS.some((ending) => name.endsWith(ending)) && !/\.(d|test|spec)\.[cm]?ts$/.test(name);
}

const INDEXES = ["index.ts", "index.mts", "index.js", "index.mjs"];
const ENDINGS = [".ts", ".mts", ".js", ".mjs", ".cjs"];
