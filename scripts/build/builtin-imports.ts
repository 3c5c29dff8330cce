import { createRequire } from "node:module";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);

/** Modules that Node loads before we start, or at almost no cost. Functions of other modules load their module when called. */
const CHEAP = /^node:(buffer|events|fs|module|os|path|process|string_decoder|timers|timers\/promises|url|util)$/;

const IMPORT = /(?<=^|[;}\n])import(?:\*as ([\w$]+) | ([\w$]+) |\{([^}]*)\})from"(node:[\w/]+)";?/g;

/**
 * Turns imports of Node's modules in a minified chunk into look-ups. An `import` of such a module creates a namespace of all its
 * exports and runs every getter: for `node:fs` alone, this loads the streams and costs a tenth of a bare start.
 */
export function rewriteBuiltinImports(code: string): string {
  return code.replace(IMPORT, (_, namespace?: string, whole?: string, names?: string, specifier = "") =>
    names === undefined
      ? `const ${namespace ?? whole}=${builtin(specifier)};`
      : `const ${bindings(specifier, names).join(",")};`,
  );
}

function bindings(specifier: string, names: string): string[] {
  const early: string[] = [];
  const late: string[] = [];
  for (const part of names.split(",")) {
    const [name = part, local = name] = part.split(" as ");
    const value: unknown = require(specifier)[name];
    if (!CHEAP.test(specifier) && isCallable(value)) late.push(`${local}=${lateFunction(specifier, name, value)}`);
    else early.push(name === local ? name : `${name}:${local}`);
  }
  return early.length > 0 ? [...late, `{${early}}=${builtin(specifier)}`] : late;
}

function lateFunction(specifier: string, name: string, value: object): string {
  const original = `${builtin(specifier)}.${name}`;
  const call = `(...a)=>${original}(...a)`;
  if (!(promisify.custom in value)) return call;
  const custom = 'Symbol.for("nodejs.util.promisify.custom")';
  return `Object.defineProperty(${call},${custom},{get:()=>${original}[${custom}]})`;
}

/** Returns false for classes, which cannot be wrapped: they are extended and used with `instanceof`. */
function isCallable(value: unknown): value is (...args: never) => unknown {
  return typeof value === "function" && !/^[A-Z]/.test(value.name);
}

function builtin(specifier: string): string {
  return `process.getBuiltinModule("${specifier}")`;
}
