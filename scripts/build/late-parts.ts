import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import { ChunkGraph } from "./chunk-graph.ts";
import { exportsOf, needsClassItself } from "./late-library.ts";

/** For each part: its sources, relative to the build's working directory. They are loaded together on the first call of any of them. */
export type LateSources = Readonly<Record<string, readonly string[]>>;

/** A placeholder for `require` until the chunks have their names: esbuild follows and names only imports. */
const REQUIRE = "TAU_REQUIRE_LATE";
const LOADER = "late-loader";
const STUB = "late-stub";
const PART = "late-part";

/**
 * Keeps parts of the program out of its start. For asynchronous callers, the sources use a dynamic `import()`; these parts are called
 * synchronously, and the sources need no changes. An import of such a source gets functions that load the part and call it. A file
 * that re-exports names, or needs a class itself, gets the originals, so that everything exists once.
 */
export function lateParts(parts: LateSources): Plugin {
  return {
    name: "late-parts",
    setup: ({ onResolve, onLoad, initialOptions: { absWorkingDir: root = process.cwd() } }) => {
      const named = Object.entries(parts).flatMap(([part, sources]) => sources.map((path) => [join(root, path), part]));
      const partOf = new Map(named as [string, string][]);
      onResolve({ filter: /\.ts$/ }, ({ path, importer, resolveDir, kind, namespace }) => {
        const target = join(path.startsWith("/") ? "" : resolveDir, path);
        const part = partOf.get(target);
        if (kind !== "import-statement" || namespace !== "file" || part === undefined) return undefined;
        if (partOf.get(importer) === part || needsOriginal(importer, target)) return undefined;
        return { path: target, namespace: STUB, pluginData: part, sideEffects: false };
      });
      onLoad({ filter: /.*/, namespace: STUB }, ({ path, pluginData: part }) => ({ contents: stub(path, part) }));
      onResolve({ filter: /./, namespace: STUB }, ({ path }) => ({ path, namespace: LOADER, sideEffects: false }));
      onLoad({ filter: /.*/, namespace: LOADER }, ({ path }) => ({
        contents: `let part; export function load() { return part ??= ${REQUIRE}(import(${JSON.stringify(path)})); }`,
      }));
      onResolve({ filter: /./, namespace: LOADER }, ({ path }) => ({ path, namespace: PART }));
      onLoad({ filter: /.*/, namespace: PART }, ({ path }) => ({
        contents: (parts[path] ?? []).map((source) => `export * from "./${source}";`).join("\n"),
        resolveDir: root,
      }));
    },
  };
}

/** Returns the names of the parts' entries in the bundle's metafile. */
export function partEntries(parts: LateSources): string[] {
  return Object.keys(parts).map((part) => `${PART}:${part}`);
}

/** Returns whether a file re-exports its imports, or compares with or extends a class of the target. */
function needsOriginal(importer: string, target: string): boolean {
  const source = readFileSync(importer, "utf8");
  return (
    /^export (?:\{[^}]*\}|\*) from /m.test(source) || classesOf(target).some((name) => needsClassItself(name, source))
  );
}

function classesOf(path: string): string[] {
  return exportsOf(path).flatMap(({ kind, name }) => (kind === "class" ? [name] : []));
}

/** Returns the stub of a source. Constants cannot be loaded late and are left out: the build fails if one is imported. */
function stub(path: string, part: string): string {
  const exported = exportsOf(path).flatMap(({ kind, name }) => {
    if (kind.startsWith("function")) return [`export function ${name}(...args) { return load().${name}(...args); }`];
    return kind === "class" ? [`export function ${name}(...args) { return new (load().${name})(...args); }`] : [];
  });
  return `import { load } from ${JSON.stringify(part)};\n${exported.join("\n")}`;
}

const IMPORTED = new RegExp(`${REQUIRE}\\(import\\(("[^"]+")\\)\\)`, "g");

/** Replaces the placeholders in the last step, when the chunks have their names. */
export function requireLateParts(code: string): string {
  return code.replace(IMPORTED, (_, path: string) => {
    return `process.getBuiltinModule("node:module").createRequire(import.meta.url)(${path})`;
  });
}

/** Throws if a late source is still loaded at the start because something else imports it. */
export function assertLate(parts: LateSources, metafile: Metafile, stages: readonly string[]): void {
  const graph = new ChunkGraph(metafile);
  const early = graph.sources(graph.closure(stages.map((source) => graph.entry(source))));
  const wrong = Object.values(parts)
    .flat()
    .filter((source) => early.has(source));
  if (wrong.length > 0) throw new Error(`loaded at the start, not late: ${wrong.join(", ")}`);
}
