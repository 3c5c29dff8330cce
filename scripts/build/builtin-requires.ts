import { builtinModules } from "node:module";
import type { Plugin } from "esbuild";

const NAMESPACE = "builtin-require";

/** Lets CommonJS packages in a bundle of ES modules require Node's modules, which such a bundle has no `require` for. */
export function builtinRequires(): Plugin {
  return {
    name: NAMESPACE,
    setup: ({ onResolve, onLoad }) => {
      const names = builtinModules.map((name) => name.replaceAll("/", "\\/")).join("|");
      onResolve({ filter: new RegExp(`^(?:node:)?(?:${names})$`) }, ({ path, kind }) =>
        kind === "require-call" ? { path, namespace: NAMESPACE } : undefined,
      );
      onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      }));
    },
  };
}
