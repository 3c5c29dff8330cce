import { isAbsolute, relative } from "node:path";

/** A path as short as it can be said from the working directory. */
export function displayPath(path: unknown, cwd: string): string {
  if (typeof path !== "string" || path === "") return "…";
  if (!isAbsolute(path)) return path;
  const inside = relative(cwd, path);
  return inside === "" ? "." : inside.startsWith("..") ? path : inside;
}
