import { existsSync, readFileSync, statSync } from "node:fs";
import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import { hostModuleFor, hostModuleUrl } from "./module-map.ts";
import type { Transpile } from "./transpile.ts";

/**
 * Teaches Node's loader what extensions expect: host packages by any of their names, TypeScript anywhere, relative imports with or
 * without an ending, and a fresh copy of every file after a reload. Only files that an extension's entry leads to are treated so.
 */
export class ModuleHooks {
  private readonly graph = new Set<string>();
  private transpile: Transpile;
  private generation = 0;

  constructor(transpile: Transpile) {
    this.transpile = transpile;
  }

  /** Where translations are kept may differ from session to session. */
  translateBy(transpile: ModuleHooks["transpile"]): void {
    this.transpile = transpile;
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
    const url = this.versioned(fileUrl);
    this.graph.add(url);
    return url;
  }

  nextGeneration(): void {
    this.generation += 1;
  }

  private resolve(
    specifier: string,
    context: nodeModule.ResolveHookContext,
    next: (specifier: string, context?: Partial<nodeModule.ResolveHookContext>) => nodeModule.ResolveFnOutput,
  ): nodeModule.ResolveFnOutput {
    const host = hostModuleFor(specifier);
    if (host) return { url: hostModuleUrl(host), shortCircuit: true };
    if (context.parentURL === undefined || !this.graph.has(context.parentURL)) return next(specifier, context);
    const resolved = resolveLoosely(specifier, context.parentURL, (candidate) =>
      resolveOrLend(candidate, () => next(candidate, context)),
    );
    if (!resolved.url.startsWith("file:") || isInstalled(resolved.url)) {
      // An installed package is not edited between reloads, but it may hold TypeScript and import the host.
      if (resolved.url.startsWith("file:")) this.graph.add(resolved.url);
      return resolved;
    }
    const url = this.versioned(resolved.url);
    this.graph.add(url);
    return { ...resolved, url };
  }

  private load(
    url: string,
    context: nodeModule.LoadHookContext,
    next: (url: string, context?: Partial<nodeModule.LoadHookContext>) => nodeModule.LoadFnOutput,
  ): nodeModule.LoadFnOutput {
    if (!this.graph.has(url) || !/\.[cm]?tsx?(?:\?|$)/.test(url)) return next(url, context);
    const source = readFileSync(fileURLToPath(url), "utf8");
    const format = /\.cts(?:\?|$)/.test(url) ? "commonjs" : "module";
    return { format, source: this.transpile(source), shortCircuit: true };
  }

  private versioned(url: string): string {
    if (this.generation === 0) return url;
    const address = new URL(url);
    address.searchParams.set("generation", String(this.generation));
    return address.href;
  }
}

function isInstalled(url: string): boolean {
  return url.includes("/node_modules/");
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

const ENDINGS = [".ts", ".tsx", ".mts", ".js", ".mjs", "/index.ts", "/index.js"];

/** `./x` may mean `./x.ts` or `./x/index.ts`, and `./x.js` may mean `./x.ts`. */
function resolveLoosely(
  specifier: string,
  parentUrl: string,
  resolve: (specifier: string) => nodeModule.ResolveFnOutput,
): nodeModule.ResolveFnOutput {
  const found = /^\.{0,2}\//.test(specifier) ? findFile(new URL(specifier, parentUrl)) : undefined;
  return resolve(found ?? specifier);
}

function findFile(wanted: URL): string | undefined {
  const path = fileURLToPath(wanted);
  if (isFile(path)) return undefined;
  const typed = path.replace(/\.([cm]?)js$/, ".$1ts");
  const candidates = [...(typed === path ? [] : [typed]), ...ENDINGS.map((ending) => `${path}${ending}`)];
  const found = candidates.find(isFile);
  return found === undefined ? undefined : new URL(`file://${found.split("/").map(encodeURIComponent).join("/")}`).href;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
