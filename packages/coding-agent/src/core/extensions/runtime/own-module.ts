import { createRequire } from "node:module";
import { isAbsolute } from "node:path";
import type { Extension } from "../contract/index.ts";

/** A module as an extension would get it: its own copy, else the host's. */
export function ownModule({ resolvedPath }: Extension, name: string): unknown {
  const host = createRequire(import.meta.url);
  if (!isAbsolute(resolvedPath)) return host(name);
  try {
    return createRequire(resolvedPath)(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    return host(name);
  }
}
