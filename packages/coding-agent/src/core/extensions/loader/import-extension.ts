import { realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hostPackages } from "./host-packages.ts";
import { ModuleHooks } from "./module-hooks.ts";
import { nativeImport } from "./native-import.ts";
import { createTranspile } from "./transpile.ts";

/** The hooks belong to the process, since Node's loader does: there is one set of them however many sessions there are. */
let hooks: ModuleHooks | undefined;

/**
 * Imports an extension's file: by Node's own loader, and where that cannot (a name that is not exported, CommonJS in a module) by the
 * more forgiving one. A fault of the extension's own is thrown as it is.
 */
export async function importExtension(path: string, cacheDir: string | undefined): Promise<Record<string, unknown>> {
  const url = moduleHooks(cacheDir).entryUrl(pathToFileURL(realpathSync(path)).href);
  try {
    return await nativeImport(url);
  } catch (error) {
    if (!mayWorkOtherwise(error)) throw error;
    const { importWithJiti } = await import("./jiti-import.ts");
    return await importWithJiti(path, cacheDir === undefined ? undefined : join(cacheDir, "jiti"));
  }
}

/** The next imports read every file anew. */
export function forgetExtensionModules(): void {
  hooks?.nextGeneration();
}

/** Is it a file of an extension that was imported, and not of a library? */
export function isExtensionFile(path: string): boolean {
  return hooks?.isOwn(pathToFileURL(path).href) ?? false;
}

function moduleHooks(cacheDir: string | undefined): ModuleHooks {
  const transpile = createTranspile(cacheDir);
  const packages = cacheDir === undefined ? undefined : hostPackages(cacheDir);
  if (hooks) hooks.use(transpile, packages);
  else {
    hooks = new ModuleHooks(transpile, packages);
    hooks.install();
  }
  return hooks;
}

const CODES = new Set(["ERR_REQUIRE_ASYNC_MODULE", "ERR_INVALID_TYPESCRIPT_SYNTAX", "ERR_UNSUPPORTED_DIR_IMPORT"]);
const COMMON_JS = /\b(require|module|exports|__dirname|__filename) is not defined/;

/** Did the loader give up before the extension ran, or did the extension take the module for CommonJS? */
function mayWorkOtherwise(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  if (!(error instanceof Error)) return false;
  return CODES.has(String((error as NodeJS.ErrnoException).code)) || COMMON_JS.test(error.message);
}
