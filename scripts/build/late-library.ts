import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

/**
 * The parts of a library that many programs do not need. Each is defined by its seams: a source outside the part, and the sources of
 * the part that it imports.
 */
export type LateParts = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface LateLibrary {
  /** The folder of the sources; all paths are relative to it. */
  readonly sources: string;
  readonly entry: string;
  readonly parts: LateParts;
  readonly outdir: string;
  readonly options: BuildOptions;
}

/**
 * Bundles a library into `index.js` and one file for each late part, which is loaded on first use: importing the library then costs
 * only what every program needs. The sources need no changes. At the seams, calls and `new` go through functions that load the part
 * synchronously. A part imports shared code from `index.js`, so that everything exists once.
 */
export async function buildLateLibrary(library: LateLibrary): Promise<void> {
  const { sources, entry, parts, outdir, options } = library;
  const main = { ...options, bundle: true, format: "esm", outfile: join(outdir, "index.js"), logOverride } as const;
  const stubs = lateStubs(sources, parts);
  const eager = await build({
    ...main,
    entryPoints: [join(sources, entry)],
    plugins: [stubs],
    metafile: true,
    write: false,
    sourcemap: false,
  });
  const root = options.absWorkingDir ?? process.cwd();
  const shared = new SharedNames(sources, new Set(Object.keys(eager.metafile.inputs).map((path) => join(root, path))));
  await build({
    ...options,
    bundle: true,
    format: "esm",
    splitting: true,
    outdir,
    entryPoints: Object.keys(parts).map((name) => ({ in: `${PART}${name}`, out: fileOf(name) })),
    chunkNames: `${PART_FILE}[name]-[hash]`,
    plugins: [partEntries(sources, parts), shared.plugin()],
  });
  const contents = `export * from ${JSON.stringify(join(sources, entry))};\n${shared.exports()}`;
  await build({ ...main, stdin: { contents, resolveDir: sources }, plugins: [stubs] });
}

/** A stub without an imported name is a bug. */
const logOverride = { "import-is-undefined": "error" } as const;

const PART = "late-part:";
const PART_FILE = "late-";

function fileOf(part: string): string {
  return PART_FILE + part;
}

/** Replaces the imports at the seams with functions that load the part. */
function lateStubs(sources: string, parts: LateParts): Plugin {
  const seams = new Map<string, string>();
  for (const [part, seam] of Object.entries(parts)) {
    for (const [importer, targets] of Object.entries(seam)) {
      for (const target of targets) seams.set(seamKey(join(sources, importer), join(sources, target)), part);
    }
  }
  return {
    name: "late-stubs",
    setup: ({ onResolve, onLoad, onStart, onEnd }) => {
      const unused = new Set<string>();
      onStart(() => {
        for (const key of seams.keys()) unused.add(key);
      });
      onResolve({ filter: /^\./ }, ({ path, importer, resolveDir, kind }) => {
        const target = join(resolveDir, path);
        const part = seams.get(seamKey(importer, target));
        if (kind !== "import-statement" || part === undefined) return undefined;
        unused.delete(seamKey(importer, target));
        return { path: target, namespace: STUB, pluginData: { part, importer }, sideEffects: false };
      });
      onLoad({ filter: /.*/, namespace: STUB }, ({ path, pluginData: { part, importer } }) => ({
        contents: stub(path, part, readFileSync(importer, "utf8")),
        resolveDir: dirname(path),
      }));
      onResolve({ filter: new RegExp(`^${LOADER}$`) }, () => ({ path: LOADER, namespace: LOADER, sideEffects: false }));
      onLoad({ filter: /.*/, namespace: LOADER }, () => ({ contents: LOADER_CODE }));
      onEnd(() => ({ errors: [...unused].map((key) => ({ text: `there is no such seam any more: ${key}` })) }));
    },
  };
}

function seamKey(importer: string, target: string): string {
  return `${importer} -> ${target}`;
}

const STUB = "late-stub";
const LOADER = "late-loader";
const LOADER_CODE = `
const parts = new Map();
export function load(name) {
  let part = parts.get(name);
  if (!part) parts.set(name, (part = process.getBuiltinModule("node:module").createRequire(import.meta.url)("./${PART_FILE}" + name + ".js")));
  return part;
}`;

const EXPORT = /^export (?:async )?(?:abstract )?(function\*?|class|const|let|\{|\*) ?(\w*)/gm;

export function exportsOf(path: string): { kind: string; name: string }[] {
  return Array.from(readFileSync(path, "utf8").matchAll(EXPORT), ([, kind = "", name = ""]) => ({ kind, name }));
}

function stub(path: string, part: string, importer: string): string {
  const loaded = `load(${JSON.stringify(part)})`;
  const functions = exportsOf(path).map(({ kind, name }) => {
    if (kind === "function") return `export function ${name}(...args) { return ${loaded}.${name}(...args); }`;
    if (kind === "class" && !needsClassItself(name, importer))
      return `export function ${name}(...args) { return new (${loaded}.${name})(...args); }`;
    throw new Error(
      `${path}: ${name || kind} cannot be loaded late: only functions can, and classes that are only constructed`,
    );
  });
  return `import { load } from "${LOADER}";\n${functions.join("\n")}`;
}

export function needsClassItself(name: string, source: string): boolean {
  return new RegExp(`\\b(?:extends|instanceof) ${name}\\b|\\b${name}\\.`).test(source);
}

/** Creates the entry of each part, which exports the names that its seams import. */
function partEntries(sources: string, parts: LateParts): Plugin {
  return {
    name: "late-parts",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: new RegExp(`^${PART}`) }, ({ path }) => ({ path: path.slice(PART.length), namespace: PART }));
      onLoad({ filter: /.*/, namespace: PART }, ({ path }) => {
        const targets = new Set(Object.values(parts[path] ?? {}).flat());
        const contents = [...targets].map((target) => `export * from ${JSON.stringify(join(sources, target))};`);
        return { contents: contents.join("\n"), resolveDir: sources };
      });
    },
  };
}

const NAMED_IMPORT = /^import \{([^}]*)\} from "(\.[^"]+)";/gm;

/** The names that parts import from sources in the main file. The main file exports them under special names. */
class SharedNames {
  private readonly sources: string;
  private readonly eager: ReadonlySet<string>;
  private readonly exported = new Set<string>();

  constructor(sources: string, eager: ReadonlySet<string>) {
    this.sources = sources;
    this.eager = eager;
  }

  plugin(): Plugin {
    return {
      name: "shared-names",
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^\.\/index\.js$/ }, ({ path }) => ({ path, external: true }));
        onLoad({ filter: /\.ts$/ }, ({ path }) => ({
          contents: this.redirect(readFileSync(path, "utf8"), dirname(path)),
          loader: "ts",
        }));
      },
    };
  }

  /** Returns the additional exports of the main file that the parts need. */
  exports(): string {
    return [...this.exported].sort().join("\n");
  }

  private redirect(text: string, folder: string): string {
    return text.replace(NAMED_IMPORT, (whole, list: string, specifier: string) => {
      const path = join(folder, specifier);
      if (!this.eager.has(path)) return whole;
      const bindings = list
        .split(",")
        .map((part) => part.trim())
        // Types do not exist in the output.
        .filter((part) => part !== "" && !part.startsWith("type "))
        .map((part) => {
          const [name = part, local = name] = part.split(" as ");
          return `${this.alias(path, name)} as ${local}`;
        });
      return `import { ${bindings.join(", ")} } from "./index.js";${"\n".repeat(whole.split("\n").length - 1)}`;
    });
  }

  private alias(path: string, name: string): string {
    const place = relative(this.sources, path).replace(/\.ts$/, "");
    const alias = `shared_${place.replace(/\W/g, "_")}_${name}`;
    this.exported.add(`export { ${name} as ${alias} } from ${JSON.stringify(path)};`);
    return alias;
  }
}
