import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import { FILE_LIMITS, readOrdinaryFileSync } from "../../files/ordinary-file.ts";
import { withCommonJsWords } from "./common-js-words.ts";
import type { HostPackages } from "./host-packages.ts";
import { isRelative, requireLoosely, resolveLoosely } from "./loose-resolution.ts";
import { hostModuleFor, hostModuleUrl } from "./module-map.ts";
import type { Transpile } from "./transpile.ts";
import { withoutLoaderWarnings } from "./without-loader-warnings.ts";

/**
 * Extends Node's loader for extensions: host packages under any of their names, TypeScript everywhere,
 * relative imports with or without an ending, and a fresh copy of every file after a reload. Only files that
 * an extension's entry file imports, directly or indirectly, are affected.
 */
export class ModuleHooks {
  private readonly graph = new Set<string>();
  /** URLs, without the generation parameter, of files that are read again after a reload. */
  private readonly own = new Set<string>();
  private transpile: Transpile;
  private packages: HostPackages | undefined;
  private generation = 0;

  constructor(transpile: Transpile, packages: HostPackages | undefined) {
    this.transpile = transpile;
    this.packages = packages;
  }

  /** Sets the cache locations, which may differ between sessions. */
  use(transpile: Transpile, packages: HostPackages | undefined): void {
    this.transpile = transpile;
    this.packages = packages;
  }

  install(): void {
    hostModuleUrl("ai");
    nodeModule.registerHooks({
      resolve: (specifier, context, next) => this.resolve(specifier, context, next),
      load: (url, context, next) => this.load(url, context, next),
    });
  }

  /** Returns the URL for importing an extension. In a new generation its files and their imports get new URLs, so that they are loaded again. */
  entryUrl(fileUrl: string): string {
    this.own.add(fileUrl);
    return this.admit(this.versioned(fileUrl));
  }

  nextGeneration(): void {
    this.generation += 1;
    const { cache } = nodeModule.createRequire(import.meta.url);
    // The cache of `require` is keyed by file name only.
    for (const url of this.own) delete cache[fileURLToPath(url)];
  }

  /** Whether the file is one of the user's own files or belongs to an extension's package. */
  isOwn(fileUrl: string): boolean {
    return this.own.has(fileUrl);
  }

  private resolve(
    specifier: string,
    context: nodeModule.ResolveHookContext,
    next: (specifier: string, context?: Partial<nodeModule.ResolveHookContext>) => nodeModule.ResolveFnOutput,
  ): nodeModule.ResolveFnOutput {
    const isFromExtension = context.parentURL !== undefined && this.graph.has(context.parentURL);
    const host = hostModuleFor(specifier);
    if (host) {
      const url = isFromExtension ? this.packages?.urlOf(specifier) : undefined;
      return { url: url ?? hostModuleUrl(host), shortCircuit: true };
    }
    if (context.parentURL === undefined || !isFromExtension) return next(specifier, context);
    const isRequired = context.conditions.includes("require");
    const resolved = (isRequired ? requireLoosely : resolveLoosely)(specifier, context.parentURL, (candidate) =>
      resolveOrLend(candidate, () => next(candidate, context)),
    );
    if (!resolved.url.startsWith("file:")) return resolved;
    const isOwn = this.isReloaded(specifier, context.parentURL, resolved.url);
    if (isOwn) this.own.add(resolved.url);
    return { ...resolved, url: this.admit(isOwn && !isRequired ? this.versioned(resolved.url) : resolved.url) };
  }

  private load(
    url: string,
    context: nodeModule.LoadHookContext,
    next: (url: string, context?: Partial<nodeModule.LoadHookContext>) => nodeModule.LoadFnOutput,
  ): nodeModule.LoadFnOutput {
    if (!this.graph.has(url)) return next(url, context);
    if (/\.[cm]?tsx?(?:\?|$)/.test(url)) {
      const format = /\.cts(?:\?|$)/.test(url) ? "commonjs" : "module";
      return this.withWords(url, { format, source: this.transpile(textOf(url)), shortCircuit: true });
    }
    const value = context.conditions.includes("require") ? undefined : importedValue(url, context.importAttributes);
    if (value === undefined)
      return this.withWords(
        url,
        withoutLoaderWarnings(() => next(url, context)),
      );
    return { format: "module", source: `export default ${value};`, shortCircuit: true };
  }

  /** Adds CommonJS variables to files of extensions. Libraries are not changed: some test for `require` to detect their environment. */
  private withWords(url: string, loaded: nodeModule.LoadFnOutput): nodeModule.LoadFnOutput {
    const { format, source } = loaded;
    if (format !== "module" || !source || !this.own.has(withoutQuery(url))) return loaded;
    const text = typeof source === "string" ? source : Buffer.from(source as Uint8Array).toString("utf8");
    return { ...loaded, source: withCommonJsWords(text) };
  }

  /**
   * Whether a file is read again after a reload: the user's own files and those of the extension's package are. The dependencies of a
   * package are not, even if they import the host.
   */
  private isReloaded(specifier: string, parentUrl: string, url: string): boolean {
    if (!url.includes("/node_modules/")) return true;
    return (isRelative(specifier) || specifier.startsWith("#")) && this.own.has(withoutQuery(parentUrl));
  }

  /** Adds the URL with and without its generation, because CommonJS modules are known without it. */
  private admit(url: string): string {
    this.graph.add(url).add(withoutQuery(url));
    return url;
  }

  private versioned(url: string): string {
    if (this.generation === 0) return url;
    const address = new URL(url);
    address.searchParams.set("generation", String(this.generation));
    return address.href;
  }
}

function withoutQuery(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

function textOf(url: string): string {
  return readOrdinaryFileSync(fileURLToPath(url), FILE_LIMITS.config).toString("utf8");
}

/**
 * Returns the source for importing data files: JSON works without `with`, and text files
 * are strings, by their ending or by `with { type: "text" }`.
 */
function importedValue(url: string, { type }: nodeModule.ImportAttributes): string | undefined {
  const path = withoutQuery(url);
  if (type === undefined && path.endsWith(".json")) return textOf(url);
  if (type === "text" || (type === undefined && /\.(?:md|txt)$/.test(path))) return JSON.stringify(textOf(url));
  return undefined;
}

/** Packages that an extension may use without installing them: it gets Tau's copy. */
const LENT = /^zod(?:\/|$)/;

function resolveOrLend(specifier: string, resolve: () => nodeModule.ResolveFnOutput): nodeModule.ResolveFnOutput {
  try {
    return resolve();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !LENT.test(specifier)) throw error;
    return { url: import.meta.resolve(specifier) };
  }
}
