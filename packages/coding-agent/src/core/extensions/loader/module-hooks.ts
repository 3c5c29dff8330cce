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
 * Teaches Node's loader what extensions expect: host packages by any of their names, TypeScript anywhere, relative imports with or
 * without an ending, and a fresh copy of every file after a reload. Only files that an extension's entry leads to are treated so.
 */
export class ModuleHooks {
  private readonly graph = new Set<string>();
  /** Files, without a generation, that a reload reads anew. */
  private readonly own = new Set<string>();
  private transpile: Transpile;
  private packages: HostPackages | undefined;
  private generation = 0;

  constructor(transpile: Transpile, packages: HostPackages | undefined) {
    this.transpile = transpile;
    this.packages = packages;
  }

  /** Where translations and packages are kept may differ from session to session. */
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

  /** The address to import an extension by. A new generation gives its files, and what they import, another address. */
  entryUrl(fileUrl: string): string {
    this.own.add(fileUrl);
    return this.admit(this.versioned(fileUrl));
  }

  nextGeneration(): void {
    this.generation += 1;
    const { cache } = nodeModule.createRequire(import.meta.url);
    // `require` goes by the file's name alone.
    for (const url of this.own) delete cache[fileURLToPath(url)];
  }

  /** The user's own files, and those of an extension's package. */
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

  /** Libraries are left as they are: some ask whether `require` is there to find out where they run. */
  private withWords(url: string, loaded: nodeModule.LoadFnOutput): nodeModule.LoadFnOutput {
    const { format, source } = loaded;
    if (format !== "module" || !source || !this.own.has(withoutQuery(url))) return loaded;
    const text = typeof source === "string" ? source : Buffer.from(source as Uint8Array).toString("utf8");
    return { ...loaded, source: withCommonJsWords(text) };
  }

  /** Files of the user's own, and those of the extension's package. What a package depends on stays, though it may import the host. */
  private isReloaded(specifier: string, parentUrl: string, url: string): boolean {
    if (!url.includes("/node_modules/")) return true;
    return (isRelative(specifier) || specifier.startsWith("#")) && this.own.has(withoutQuery(parentUrl));
  }

  /** CommonJS knows its files without their generation. */
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

/** Files that are data: JSON needs no `with`, and a text is a string, by its ending or by `with { type: "text" }`. */
function importedValue(url: string, { type }: nodeModule.ImportAttributes): string | undefined {
  const path = withoutQuery(url);
  if (type === undefined && path.endsWith(".json")) return textOf(url);
  if (type === "text" || (type === undefined && /\.(?:md|txt)$/.test(path))) return JSON.stringify(textOf(url));
  return undefined;
}

/** Packages that an extension may go without: it gets ours. */
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
