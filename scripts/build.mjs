// Builds the shipped files. By default only the CLI bundle, in a second. With --types also the libraries and their declarations.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { BUILD_STAMP, isBuilt, WITH_TYPES } from "./bootstrap/freshness.mjs";
import { at } from "./bootstrap/root.mjs";
import { buildCli, CLI_DIST } from "./build/cli.ts";
import { buildLibrary } from "./build/library.ts";
import { removeUnreachableDeclarations } from "./build/reachable-declarations.ts";
import { buildTuiLibrary } from "./build/tui-library.ts";

const LIBRARIES = ["ai", "agent", "tui", "coding-agent", "testkit"];
const withTypes = process.argv.includes("--types");
try {
  // An up-to-date bundle is kept, because tests may be using it.
  const isBundled = isBuilt();
  if (withTypes) removeLibraries({ keepBundle: isBundled });
  if (!withTypes || !isBundled) await writeCli();
  if (withTypes) {
    for (const name of LIBRARIES) {
      if (name === "tui") await buildTuiLibrary(at("packages/tui/dist"));
      else write(await buildLibrary(name));
    }
    declareTypes();
  }
  writeFileSync(at(BUILD_STAMP), withTypes ? WITH_TYPES : "");
} catch (error) {
  // esbuild and tsc have already printed the errors.
  process.stderr.write(`build failed: ${error.message.split("\n")[0]}\n`);
  process.exitCode = 1;
}

function removeLibraries({ keepBundle }) {
  const bundled = ["bundle", "cli.js", "tree-sitter", ".built"];
  for (const name of LIBRARIES) {
    const folder = at(`packages/${name}/dist`);
    const entries = existsSync(folder) ? readdirSync(folder) : [];
    const kept = keepBundle && name === "coding-agent" ? bundled : [];
    for (const entry of entries)
      if (!kept.includes(entry)) rmSync(join(folder, entry), { recursive: true, force: true });
  }
}

async function writeCli() {
  const files = await buildCli();
  for (const stale of [`${CLI_DIST}/bundle`, ".cache/compiled-for-tests"])
    rmSync(at(stale), { recursive: true, force: true });
  write(files);
  chmodSync(at(`${CLI_DIST}/cli.js`), 0o755);
  copyGrammars();
}

/** Copies the parser and its grammars. All but that of the shell are compressed: 2 MB in place of 20. */
function copyGrammars() {
  const folder = at(`${CLI_DIST}/tree-sitter`);
  mkdirSync(folder, { recursive: true });
  const copy = (from, to) => copyFileSync(at(`node_modules/@vscode/tree-sitter-wasm/${from}`), `${folder}/${to}`);
  copy("wasm/tree-sitter.js", "tree-sitter.cjs");
  for (const name of ["tree-sitter.wasm", "tree-sitter-bash.wasm"]) copy(`wasm/${name}`, name);
  for (const name of ["c-sharp", "cpp", "css", "go", "java", "javascript", "php", "powershell"]) compress(name);
  for (const name of ["python", "ruby", "rust", "tsx", "typescript"]) compress(name);
  copy("LICENSE", "LICENSE");

  function compress(name) {
    const target = `${folder}/tree-sitter-${name}.wasm.gz`;
    if (existsSync(target)) return;
    const source = at(`node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
    writeFileSync(target, gzipSync(readFileSync(source), { level: 9 }));
  }
}

function declareTypes() {
  // In dependency order: each package reads the declarations of those below it.
  for (const name of LIBRARIES) {
    const tsc = at("node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [tsc, "-p", at(`packages/${name}/tsconfig.build.json`)], {
      stdio: ["ignore", 2, 2],
    });
  }
  // Only now: each package may read any declaration of those below it.
  for (const name of LIBRARIES) removeUnreachableDeclarations(name);
}

function write(files) {
  for (const [path, text] of files) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
}
