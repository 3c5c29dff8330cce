import { constants, Script } from "node:vm";
import { withoutLoaderWarnings } from "./without-loader-warnings.ts";

type Importer = (url: string) => Promise<Record<string, unknown>>;

let importer: Importer | undefined;

/**
 * Calls Node's own `import()`. Test runners and bundlers replace `import()` in source files, and then neither Node's loader nor our module
 * hooks would see the extension.
 */
export function nativeImport(url: string): Promise<Record<string, unknown>> {
  const use: Importer =
    importer ??
    new Script("(url) => import(url)", {
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }).runInThisContext();
  importer = use;
  return withoutLoaderWarnings(() => use(url));
}
