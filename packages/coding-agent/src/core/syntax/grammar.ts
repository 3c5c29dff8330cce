import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Parser } from "@vscode/tree-sitter-wasm";

type TreeSitter = typeof import("@vscode/tree-sitter-wasm");

/** The grammars that come with Tau, by the names of their files. */
export type GrammarName =
  | "bash"
  | "c-sharp"
  | "cpp"
  | "css"
  | "go"
  | "java"
  | "javascript"
  | "php"
  | "powershell"
  | "python"
  | "ruby"
  | "rust"
  | "tsx"
  | "typescript";

let library: Promise<TreeSitter> | undefined;
const parsers = new Map<GrammarName, Promise<Parser>>();

/** Resolves to the parser of a language. The library and each grammar are loaded at their first use. */
export function loadParser(name: GrammarName): Promise<Parser> {
  const known = parsers.get(name);
  if (known) return known;
  const loading = createParser(name);
  parsers.set(name, loading);
  return loading;
}

async function createParser(name: GrammarName): Promise<Parser> {
  library ??= loadLibrary();
  const { Parser, Language } = await library;
  const parser = new Parser();
  parser.setLanguage(await Language.load(readGrammar(`tree-sitter-${name}.wasm`)));
  return parser;
}

async function loadLibrary(): Promise<TreeSitter> {
  const { entry, folder } = locate();
  const loaded: TreeSitter = createRequire(import.meta.url)(entry);
  await loaded.Parser.init({ locateFile: (name: string) => join(folder, name) });
  return loaded;
}

/** Reads a grammar. Those of a build are compressed, because they shrink to a tenth. */
function readGrammar(file: string): Buffer {
  const path = join(locate().folder, file);
  return existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));
}

/** Locates the parser's files: a build has them in its own folder, the source tree uses the npm package. */
function locate(): { readonly entry: string; readonly folder: string } {
  const folder = join(import.meta.dirname, "..", "tree-sitter");
  if (existsSync(folder)) return { entry: join(folder, "tree-sitter.cjs"), folder };
  const entry = createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm");
  return { entry, folder: join(entry, "..") };
}
