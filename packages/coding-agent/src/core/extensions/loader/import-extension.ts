import { realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hostPackages } from "./host-packages.ts";
import { ModuleHooks } from "./module-hooks.ts";
import { nativeImport } from "./native-import.ts";
import { createTranspile } from "./transpile.ts";

/** The hooks apply to the whole process, as Node's loader does. All sessions share one set. */
let hooks: ModuleHooks | undefined;

/**
 * Imports an extension's file with Node's own loader. If that fails for a reason that the more lenient jiti loader can handle (a name that
 * is not exported, CommonJS in a module), uses jiti. Errors of the extension itself are thrown unchanged.
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

/** Makes the next imports read every file again. */
export function forgetExtensionModules(): void {
  hooks?.nextGeneration();
}

/** Whether the file belongs to an imported extension and not to a library. */
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

/** Whether the loader failed before the extension ran, or the extension relies on CommonJS variables. */
function mayWorkOtherwise(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  if (!(error instanceof Error)) return false;
  return CODES.has(String((error as NodeJS.ErrnoException).code)) || COMMON_JS.test(error.message);
}
