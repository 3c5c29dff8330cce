import { existsSync, statSync } from "node:fs";
import type { ResolveFnOutput } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

type Resolve = (specifier: string) => ResolveFnOutput;

/**
 * Resolves imports leniently: `./x` may mean `./x.ts` or `./x/index.ts`, and `./x.js` may mean `./x.ts`. The
 * same applies to targets of a package's `imports` and to files of packages. Relative imports are looked up
 * on disk first, because a failed attempt by Node is much slower.
 */
export function resolveLoosely(specifier: string, parentUrl: string, resolve: Resolve): ResolveFnOutput {
  const wanted = isRelative(specifier) ? new URL(specifier, parentUrl) : undefined;
  const found = wanted && findFile(wanted);
  if (found) return resolve(found);
  return orElseFile(() => resolve(specifier));
}

/** Resolves a `require`. Node is asked first, because it handles endings and folders itself and accepts only paths. */
export function requireLoosely(specifier: string, parentUrl: string, resolve: Resolve): ResolveFnOutput {
  try {
    return resolve(specifier);
  } catch (error) {
    const found = isNotFound(error) && isRelative(specifier) ? findFile(new URL(specifier, parentUrl)) : undefined;
    if (found === undefined) throw error;
    return resolve(fileURLToPath(found));
  }
}

export function isRelative(specifier: string): boolean {
  return /^\.{0,2}\//.test(specifier) || specifier === "." || specifier === "..";
}

/** If Node does not find a file, looks for alternatives to the URL that its error names. */
function orElseFile(resolve: () => ResolveFnOutput): ResolveFnOutput {
  try {
    return resolve();
  } catch (error) {
    const { url } = error as { url?: unknown };
    const found = isNotFound(error) && typeof url === "string" && url.startsWith("file:") && findFile(new URL(url));
    if (!found) throw error;
    return { url: found, shortCircuit: true };
  }
}

const NOT_FOUND = new Set(["ERR_MODULE_NOT_FOUND", "ERR_UNSUPPORTED_DIR_IMPORT", "MODULE_NOT_FOUND"]);

function isNotFound(error: unknown): boolean {
  return NOT_FOUND.has(String((error as NodeJS.ErrnoException).code));
}

const ENDINGS = [".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/** Finds the file that a name without a matching file refers to. */
function findFile(wanted: URL): string | undefined {
  const path = fileURLToPath(wanted).replace(/\/$/, "");
  if (isFile(path)) return undefined;
  const typed = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const candidates = [...(typed === path ? [] : [typed]), ...ENDINGS.map((ending) => `${path}${ending}`)];
  const found = candidates.find(isFile);
  return found === undefined ? undefined : pathToFileURL(found).href;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
