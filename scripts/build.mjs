// Builds what ships. Plain: the CLI bundle, in a second. With --types: the libraries and their declarations too.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { hostModules } from "../packages/coding-agent/src/core/extensions/loader/module-map.ts";
import { BUILD_STAMP, isBuilt, WITH_TYPES } from "./bootstrap/freshness.mjs";
import { at } from "./bootstrap/root.mjs";
import { batteryIndex } from "./build/battery-index.ts";
import { rewriteBuiltinImports } from "./build/builtin-imports.ts";
import { LATE_PARTS } from "./build/cli-parts.ts";
import { directImports } from "./build/direct-imports.ts";
import { joinChunks } from "./build/join-chunks.ts";
import { assertLate, lateParts, partEntries, requireLateParts } from "./build/late-parts.ts";
import { buildLibrary } from "./build/library.ts";
import { mergeImports } from "./build/merge-imports.ts";
import { protocolSources } from "./build/protocol-sources.ts";
import { sharedOptions } from "./build/shared-options.ts";
import { buildTuiLibrary } from "./build/tui-library.ts";

const LIBRARIES = ["ai", "agent", "tui", "coding-agent"];
const CLI_DIST = "packages/coding-agent/dist";
const RUN = source("cli/run-application.ts");
const HOST = source("core/extensions/session/awake-extensions.ts");
const PARTS = partEntries(LATE_PARTS);
/** Tools that most runs use: a run without a screen must not load the screen for what they share with it. */
const TOOLS = ["core/tools/bash/tool.ts", "core/process/run-process.ts", "core/tools/edit/tool.ts"].map(source);
/** JSON and RPC mode keep them without a screen. */
const JOURNALS = ["live-journal", "queue-journal"].map((name) => source(`core/session/recover/${name}.ts`));
/** The way of a start: any command, any run, what it may call for, the extensions, the tools, then the terminal's screen on top of them. */
const STAGES = {
  before: [source("cli.ts")],
  stages: [source("cli/main.ts"), RUN, ...PARTS, HOST, ...TOOLS, ...JOURNALS, source("cli/open-screen.ts")],
  optional: { [HOST]: [RUN], ...Object.fromEntries(PARTS.map((part) => [part, protocolSources()])) },
  alternatives: { entries: protocolSources(), place: `${CLI_DIST}/bundle/protocols.js` },
  minify: true,
};

const withTypes = process.argv.includes("--types");
try {
  // A bundle that is up to date stays: tests may be using it.
  const isBundled = isBuilt();
  if (withTypes) removeLibraries({ keepBundle: isBundled });
  if (!withTypes || !isBundled) await buildCli();
  if (withTypes) {
    for (const name of LIBRARIES) {
      if (name === "tui") await buildTuiLibrary(at("packages/tui/dist"));
      else write(await buildLibrary(name));
    }
    declareTypes();
  }
  writeFileSync(at(BUILD_STAMP), withTypes ? WITH_TYPES : "");
} catch (error) {
  // esbuild and tsc have printed what is wrong.
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

/** One graph with everything inside, so that start-up opens few files and every registry exists once. */
async function buildCli() {
  const { outputFiles, metafile } = await build({
    ...sharedOptions(),
    entryPoints: [{ in: "packages/coding-agent/src/cli.ts", out: "cli" }, ...extensionModules()],
    define: { ...sharedOptions().define, TAU_MODULES: JSON.stringify("./modules/") },
    outdir: CLI_DIST,
    chunkNames: "bundle/[name]-[hash]",
    external: unbundledPackages(),
    plugins: [
      batteryIndex([at("packages/extensions")]),
      lateParts(LATE_PARTS),
      directImports(/\/packages\/[^?]*\.ts$/),
    ],
    // A stub that lacks what is imported is a bug.
    logOverride: { "import-is-undefined": "error" },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    write: false,
  });
  assertLate(LATE_PARTS, metafile, [...STAGES.before, ...STAGES.stages.slice(0, 2)]);
  const chunks = new Map(outputFiles.map(({ path, text }) => [relative(at("."), path), text]));
  const files = await joinChunks(chunks, metafile, STAGES);
  rmSync(at(`${CLI_DIST}/bundle`), { recursive: true, force: true });
  write(new Map([...files].map(([path, text]) => [path, requireLateParts(rewriteBuiltinImports(mergeImports(text)))])));
  chmodSync(at(`${CLI_DIST}/cli.js`), 0o755);
  copyShellGrammar();
}

/** The parser that judges shell commands: two files of a package that holds 22 MB of other grammars. */
function copyShellGrammar() {
  const folder = at(`${CLI_DIST}/tree-sitter`);
  mkdirSync(folder, { recursive: true });
  const copy = (from, to) => copyFileSync(at(`node_modules/@vscode/tree-sitter-wasm/${from}`), `${folder}/${to}`);
  copy("wasm/tree-sitter.js", "tree-sitter.cjs");
  for (const name of ["tree-sitter.wasm", "tree-sitter-bash.wasm"]) copy(`wasm/${name}`, name);
  copy("LICENSE", "LICENSE");
}

/** What extensions import of ours, as entries of the same graph: they share its classes and registries. */
function extensionModules() {
  return Object.entries(hostModules).map(([name, specifier]) => ({ in: specifier, out: `bundle/modules/${name}` }));
}

function declareTypes() {
  // In the order of the arrows: each reads the declarations of those below it.
  for (const name of LIBRARIES) {
    const tsc = at("node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [tsc, "-p", at(`packages/${name}/tsconfig.build.json`)], {
      stdio: ["ignore", 2, 2],
    });
  }
}

/** Packages that find their binaries beside themselves cannot move into a bundle, nor can those that are required when needed. */
function unbundledPackages() {
  return ["@vscode/ripgrep", "@silvia-odwyer/photon-node", "@lydell/node-pty", "jiti", "jsonc-parser", "zod"];
}

function write(files) {
  for (const [path, text] of files) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
}

function source(path) {
  return `packages/coding-agent/src/${path}`;
}
