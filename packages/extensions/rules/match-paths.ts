import { isAbsolute, relative, resolve } from "node:path";
import picomatch from "picomatch";

const matchers = new Map<string, (path: string) => boolean>();

/** Returns whether a file matches a glob. A glob without a slash matches the name of a file in any folder. */
export function matchesGlob(path: string, glob: string, cwd: string): boolean {
  const absolute = resolve(cwd, path);
  const inside = relative(cwd, absolute);
  const isOutside = inside.startsWith("..") || isAbsolute(inside);
  return matcher(glob)(isOutside ? absolute : inside.replaceAll("\\", "/"));
}

function matcher(glob: string): (path: string) => boolean {
  const known = matchers.get(glob);
  if (known) return known;
  const pattern = glob.replace(/^\.?\//, "");
  const made = picomatch(pattern.endsWith("/") ? `${pattern}**` : pattern, {
    dot: true,
    basename: !pattern.includes("/"),
  });
  matchers.set(glob, made);
  return made;
}

/** Lines of a file, as `read` takes them: `a.ts:5-9`, `a.ts:raw`. */
const LINES = /(?::(?:raw|L?\d+(?:[-+]L?\d+)?)){1,2}$/;
const PATH_FIELDS = ["path", "file_path", "filePath", "file", "paths", "files"];

/** Returns the files that a tool call names. Patches name them within a text. */
export function pathsOf(input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  const fields = input as Record<string, unknown>;
  const named = PATH_FIELDS.flatMap((field) => fields[field]).filter((value) => typeof value === "string");
  const patched = [fields.input, fields.patch].filter((value) => typeof value === "string").flatMap(patchPaths);
  // A URL of a scheme is no file.
  return [...named, ...patched]
    .filter((path) => path !== "" && !/^[a-z][a-z0-9+.-]+:\/\//i.test(path))
    .map((path) => path.replace(LINES, ""));
}

function patchPaths(text: string): string[] {
  const headers = /^(?:@@+ (?!-)|\*\*\* (?:Add|Update|Delete) File: |\+\+\+ (?:b\/)?)(\S.*)$/gm;
  return [...text.matchAll(headers)].map(([, path = ""]) => path.trim());
}
