import type { Marked as Parser } from "marked";

export type Marked = Parser;

/**
 * The `marked` parser, for published components that draw Markdown their own way. It is loaded on first use: building its
 * patterns takes longer than loading all of this package, which does not use it.
 */
export const Marked: typeof Parser = new Proxy(standIn as unknown as typeof Parser, {
  construct: (_, parameters, target) => Reflect.construct(load(), parameters, target === Marked ? load() : target),
  get: (_, name) => Reflect.get(load(), name),
  getPrototypeOf: () => Object.getPrototypeOf(load()),
});

/** A function, because the prototype of a class could not be replaced by the proxy. */
function standIn(): undefined {
  return undefined;
}

let loaded: typeof Parser | undefined;

function load(): typeof Parser {
  const { createRequire } = process.getBuiltinModule("node:module");
  loaded ??= (createRequire(import.meta.url)("marked") as typeof import("marked")).Marked;
  return loaded;
}
