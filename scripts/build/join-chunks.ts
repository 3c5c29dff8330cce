import { dirname, relative } from "node:path";
import { join } from "node:path/posix";
import { build, type Metafile, type Plugin } from "esbuild";
import { ChunkGraph } from "./chunk-graph.ts";

/** The contents of output files, by path. */
type Files = ReadonlyMap<string, string>;

export interface Stages {
  /** The sources of the entries that are already loaded. */
  readonly before: readonly string[];
  /** The sources of the entries that are loaded next, in this order. */
  readonly stages: readonly string[];
  /** Stages that most starts do not need, each with entries that are loaded without it: code that those may need stays out of its file. */
  readonly optional?: Readonly<Record<string, readonly string[]>>;
  /** A file for the joined code of the last stage; its entry then exports only its own names. */
  readonly place?: string;
  /** Entries of which a run loads one, and a file for the code that most of them share, and for small code that some share. */
  readonly alternatives?: { readonly entries: readonly string[]; readonly place: string };
  /** Whether to minify the joined files. */
  readonly minify?: boolean;
}

/**
 * Joins chunks. Splitting makes a chunk for every set of entries that share code: dozens of files of a few lines, and opening a
 * file costs more than reading it. This joins the entry of each stage with all its static imports that no earlier stage has
 * loaded. The file of the entry keeps its name and exports; other files import the shared code from it under other names.
 */
export async function joinChunks(files: Files, metafile: Metafile, order: Stages): Promise<Files> {
  const { before, stages, optional = {}, place, minify = false } = order;
  const graph = new ChunkGraph(metafile);
  const loaded = graph.closure(before.map((source) => graph.entry(source)));
  const entries = stages.map((source) => graph.entry(source));
  const placed = new Set(loaded);
  let result = files;
  for (const [index, entry] of entries.entries()) {
    const needed = [...graph.closure([entry], loaded)];
    for (const path of needed) loaded.add(path);
    const others = optional[stages[index] ?? ""] ?? [];
    const notYet = new Set([...entries.slice(index), ...graph.aliases(loaded)]);
    const elsewhere = graph.reach(
      others.map((source) => graph.entry(source)),
      notYet,
    );
    const members = needed.filter((path) => !elsewhere.has(path));
    for (const path of members) placed.add(path);
    const isLast = index === entries.length - 1;
    const into = (isLast && place) || entry;
    result = await joinStage({ entry, into, members, graph, files: result, minify });
  }
  if (!order.alternatives) return result;
  const alternatives = order.alternatives.entries.map((source) => graph.entry(source));
  const members = sharedByMost(alternatives, placed, graph);
  return await joinStage({ into: order.alternatives.place, members, graph, files: result, minify });
}

/** Below this size, opening another file costs more than reading unneeded code. */
const SMALL_BYTES = 2_000;

function sharedByMost(entries: readonly string[], placed: ReadonlySet<string>, graph: ChunkGraph): string[] {
  const without = new Set([...placed, ...graph.aliases(placed)]);
  const counts = new Map<string, number>();
  for (const entry of entries)
    for (const path of graph.closure([entry], without)) counts.set(path, (counts.get(path) ?? 0) + 1);
  const isShared = (path: string, count: number) =>
    count > entries.length / 2 || (count > 1 && graph.bytes(path) < SMALL_BYTES);
  return [...counts].filter(([path, count]) => isShared(path, count)).map(([path]) => path);
}

interface Stage {
  readonly entry?: string;
  /** The file that receives the code. */
  readonly into: string;
  readonly members: readonly string[];
  readonly graph: ChunkGraph;
  readonly files: Files;
  readonly minify: boolean;
}

async function joinStage(stage: Stage): Promise<Files> {
  const { entry, into, members, graph, files } = stage;
  const taken = new Set(entry === undefined ? [] : graph.exports(entry));
  const renamed: Renamed = new Map(
    members.map((path) => [path, exportedNames(graph.exports(path), path === entry ? new Set() : taken)]),
  );
  const result = new Map([[into, await bundle(stage, renamed)]]);
  for (const [path, text] of files) {
    const names = renamed.get(path);
    if (names === undefined) result.set(path, redirectImports({ path, text }, renamed, into));
    else if (path !== into && graph.isEntry(path)) result.set(path, reexport(names, specifier(path, into)));
  }
  return result;
}

/** For each member: the names of its exports in the joined file. */
type Renamed = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Returns unique export names. If several members export a name, the entry or else the first member gets it; the others get numbers. */
function exportedNames(names: readonly string[], taken: Set<string>): Map<string, string> {
  const exported = new Map<string, string>();
  for (const name of names) {
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
    taken.add(free);
    exported.set(name, free);
  }
  return exported;
}

/** Returns one file with the code of all members. */
async function bundle(stage: Stage, renamed: Renamed): Promise<string> {
  const { into, members, files, minify } = stage;
  const contents = [...renamed].map(([path, names]) => {
    const list = Array.from(names, ([name, exported]) => `${name} as ${exported}`);
    return `export{${list}}from"${path}";`;
  });
  const texts = new Map(members.map((path) => [path, files.get(path) ?? ""]));
  const { outputFiles } = await build({
    stdin: { contents: contents.join("\n"), sourcefile: into },
    plugins: [fromTexts(texts, into)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node22.19",
    minifySyntax: minify,
    minifyWhitespace: minify,
    logLevel: "warning",
  });
  return outputFiles.map(({ text }) => text).join("");
}

function fromTexts(texts: ReadonlyMap<string, string>, into: string): Plugin {
  return {
    name: "texts",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /.*/ }, ({ path, kind, namespace, importer }) => {
        if (namespace !== "text") return { path, namespace: "text", sideEffects: true };
        if (!path.startsWith(".")) return { path, external: true };
        const target = join(dirname(importer), path);
        return kind !== "dynamic-import" && texts.has(target)
          ? { path: target, namespace: "text", sideEffects: true }
          : { path: specifier(into, target), external: true };
      });
      onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => ({ contents: texts.get(path) ?? "" }));
    },
  };
}

const STATIC_IMPORT = /(?<=^|[;}\n])import\s*(?:\{([^}]*)\}\s*from\s*)?"(\.[^"]+)"/g;

/** Redirects imports of members to the joined file, in a file outside it. */
function redirectImports({ path, text }: { path: string; text: string }, renamed: Renamed, into: string): string {
  const joined = specifier(path, into);
  return text.replace(STATIC_IMPORT, (whole, names: string | undefined, from: string) => {
    const exported = renamed.get(join(dirname(path), from));
    if (exported === undefined) return whole;
    if (names === undefined) return `import"${joined}"`;
    const list = names.split(",").map((part) => {
      const [name = part, local = name] = part.trim().split(" as ");
      return `${exported.get(name)} as ${local}`;
    });
    return `import{${list}}from"${joined}"`;
  });
}

/** Returns a re-exporting file for a member that is also imported dynamically. */
function reexport(names: ReadonlyMap<string, string>, joined: string): string {
  return `export{${Array.from(names, ([name, exported]) => `${exported} as ${name}`)}}from"${joined}";\n`;
}

/** Returns the import specifier from one file to another. */
function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
