import { basename } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { ChunkGraph } from "./chunk-graph.ts";

/** The text of output files by path. File names have to be unique. */
type Files = ReadonlyMap<string, string>;

export interface Stages {
  /** Sources of the entries that are loaded already. */
  readonly before: readonly string[];
  /** Sources of the entries that are loaded next, in this order. */
  readonly stages: readonly string[];
  /** Stages that most starts do without: what the stage before may need without such a one stays a file of its own. */
  readonly optional?: readonly string[];
}

/**
 * Splitting makes a chunk for every set of entries that share code: dozens of files of a few lines, and opening one
 * costs more than reading it. This joins the entry of each stage with all it imports statically and no earlier stage
 * has loaded. The file of the entry keeps its name and exports.
 */
export async function joinChunks(files: Files, metafile: Metafile, order: Stages): Promise<Files> {
  const { before, stages, optional = [] } = order;
  const graph = new ChunkGraph(metafile);
  const loaded = graph.closure(before.map((source) => graph.entry(source)));
  const entries = stages.map((source) => graph.entry(source));
  let result = files;
  for (const [index, entry] of entries.entries()) {
    const needed = [...graph.closure([entry], loaded)];
    for (const path of needed) loaded.add(path);
    const isOptional = optional.includes(stages[index] ?? "");
    const notYet = new Set([...entries.slice(index), ...graph.aliases(loaded)]);
    const elsewhere = isOptional ? graph.reach(entries.slice(index - 1, index), notYet) : new Set();
    const members = needed.filter((path) => !elsewhere.has(path));
    result = await joinStage({ entry, members, graph, files: result });
  }
  return result;
}

interface Stage {
  readonly entry: string;
  readonly members: readonly string[];
  readonly graph: ChunkGraph;
  readonly files: Files;
}

async function joinStage(stage: Stage): Promise<Files> {
  const { entry, members, graph, files } = stage;
  const prefixes = new Map(members.map((path, index) => [basename(path), path === entry ? "" : `c${index}_`]));
  const joined = await bundle(stage, prefixes);
  const result = new Map<string, string>();
  for (const [path, text] of files) {
    const prefix = prefixes.get(basename(path));
    if (path === entry) result.set(path, joined);
    else if (prefix === undefined) result.set(path, redirectImports(text, prefixes, basename(entry)));
    else if (graph.isEntry(path)) result.set(path, reexport(graph.exports(path), prefix, basename(entry)));
  }
  return result;
}

/** One file with the code of all members: the exports of the entry as they are, the others under a prefix. */
async function bundle({ entry, members, graph, files }: Stage, prefixes: ReadonlyMap<string, string>): Promise<string> {
  const contents = members.map((path) => {
    const names = graph.exports(path).map((name) => `${name} as ${prefixes.get(basename(path))}${name}`);
    return `export{${names}}from"./${basename(path)}";`;
  });
  const texts = new Map(members.map((path) => [basename(path), files.get(path) ?? ""]));
  const { outputFiles } = await build({
    stdin: { contents: contents.join("\n"), sourcefile: basename(entry) },
    plugins: [fromTexts(texts)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node22.19",
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
  });
  return outputFiles.map(({ text }) => text).join("");
}

function fromTexts(texts: ReadonlyMap<string, string>): Plugin {
  return {
    name: "texts",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /.*/ }, ({ path, kind }) =>
        kind !== "dynamic-import" && texts.has(basename(path))
          ? { path: basename(path), namespace: "text", sideEffects: true }
          : { path, external: true },
      );
      onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => ({ contents: texts.get(path) ?? "" }));
    },
  };
}

const STATIC_IMPORT = /(?<=^|[;}\n])import(?:\{([^}]*)\}from)?"(\.[\w./]*\/)([^"/]+)"/g;

/** Lets a file outside import from the joined one what it imported from its members. */
function redirectImports(text: string, prefixes: ReadonlyMap<string, string>, joined: string): string {
  return text.replace(STATIC_IMPORT, (whole, names: string | undefined, folder: string, file: string) => {
    const prefix = prefixes.get(file);
    if (prefix === undefined) return whole;
    if (names === undefined) return `import"${folder}${joined}"`;
    const list = names.split(",").map((part) => {
      const [name = part, local = name] = part.split(" as ");
      return `${prefix}${name} as ${local}`;
    });
    return `import{${list}}from"${folder}${joined}"`;
  });
}

/** A member that is also imported dynamically stays a file. */
function reexport(names: readonly string[], prefix: string, joined: string): string {
  return `export{${names.map((name) => `${prefix}${name} as ${name}`)}}from"./${joined}";\n`;
}
