import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Parser as BashParser } from "@vscode/tree-sitter-wasm";

type TreeSitter = typeof import("@vscode/tree-sitter-wasm");

let parser: Promise<BashParser> | undefined;

/** Resolves to the bash parser, which is loaded with the first command to judge. */
export function bashParser(): Promise<BashParser> {
  parser ??= load();
  return parser;
}

async function load(): Promise<BashParser> {
  const { library, file } = locate();
  const { Parser, Language } = library;
  await Parser.init({ locateFile: file });
  const created = new Parser();
  created.setLanguage(await Language.load(readFileSync(file("tree-sitter-bash.wasm"))));
  return created;
}

/** Locates the parser's files: a build has them in its own folder, the source tree uses the npm package. */
function locate(): { library: TreeSitter; file: (name: string) => string } {
  const require = createRequire(import.meta.url);
  const shipped = join(import.meta.dirname, "..", "tree-sitter");
  if (existsSync(shipped))
    return { library: require(join(shipped, "tree-sitter.cjs")), file: (name) => join(shipped, name) };
  const source = require.resolve("@vscode/tree-sitter-wasm");
  return { library: require(source), file: (name) => join(source, "..", name) };
}
