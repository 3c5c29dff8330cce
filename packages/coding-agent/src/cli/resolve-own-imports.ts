import { registerHooks } from "node:module";

/** Defined by the build. */
declare const TAU_MODULES: string | undefined;

let isDone = false;

/**
 * Resolves imports between the built files of the program by their names alone. Otherwise Node reads the links of each folder of a path at
 * every import: that work, and the code that V8 compiles for it, was a tenth of the memory of a run with one tool call.
 */
export function resolveOwnImports(): void {
  if (isDone || typeof TAU_MODULES !== "string") return;
  isDone = true;
  const folder = new URL(".", import.meta.url).href;
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      const isOwn = specifier.startsWith("./") && specifier.endsWith(".js") && parentURL?.startsWith(folder);
      if (!parentURL || !isOwn) return next(specifier, context);
      const url = parentURL.slice(0, parentURL.lastIndexOf("/") + 1) + specifier.slice(2);
      return { url, format: "module", shortCircuit: true };
    },
  });
}
