import { nodeModules } from "../transport/connection/node-modules.ts";

/** Reads a local file; returns `undefined` if it does not exist or the runtime has no files. */
export async function readLocalFile(path: string): Promise<string | undefined> {
  const files = nodeModules()?.getBuiltinModule("node:fs/promises");
  try {
    return await files?.readFile(path, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}
