import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readManifest } from "../resources/index.ts";
import { isInside } from "./package-contents.ts";

/** Returns the path of a package's changelog: `CHANGELOG.md`, or the file inside the package that its manifest names. */
export function packageChangelog(root: string): string | undefined {
  const named = readManifest(root)?.changelogPath ?? "CHANGELOG.md";
  if (typeof named !== "string" || named === "") return undefined;
  const path = resolve(root, named);
  return isInside(root, path) && existsSync(path) ? path : undefined;
}
