import { isAbsolute, relative } from "node:path";

/** Returns the path relative to the working directory if it is inside it. */
export function displayPath(path: unknown, cwd: string): string {
  if (typeof path !== "string" || path === "") return "…";
  if (!isAbsolute(path)) return path;
  const inside = relative(cwd, path);
  return inside === "" ? "." : inside.startsWith("..") ? path : inside;
}
