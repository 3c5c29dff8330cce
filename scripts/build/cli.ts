import { join, relative } from "node:path";
import { build } from "esbuild";
import { hostModules } from "../../packages/coding-agent/src/core/extensions/loader/module-map.ts";
import { at } from "../bootstrap/root.mjs";
import { ASSETS, batteryAssets } from "./battery-assets.ts";
import { batteryIndex } from "./battery-index.ts";
import { rewriteBuiltinImports } from "./builtin-imports.ts";
import { builtinRequires } from "./builtin-requires.ts";
import { bundledLicences } from "./bundled-licences.ts";
import { LATE_PARTS } from "./cli-parts.ts";
import { directImports } from "./direct-imports.ts";
import { joinChunks } from "./join-chunks.ts";
import { assertLate, lateParts, partEntries, requireLateParts } from "./late-parts.ts";
import { mergeImports } from "./merge-imports.ts";
import { protocolSources } from "./protocol-sources.ts";
import { sharedOptions } from "./shared-options.ts";
import { shortenLocals } from "./shorten-locals.ts";
import { RUN_SCRIPT, startScript } from "./start-scripts.ts";

/** The output folder of the program. */
export const CLI_DIST = "packages/coding-agent/dist";
const BUNDLE = `${CLI_DIST}/bundle`;

const RUN = source("cli/run-application.ts");
/** The help and the commands of extensions need settings and manifests, but nothing of a run. */
const HELP = source("cli/options/extension-flags.ts");
const HOST = source("core/extensions/session/awake-extensions.ts");
const PARTS = partEntries(LATE_PARTS);
/** The files that every start, or every start with a screen, loads: their compiled code is kept with the functions that have run. */
const START_SCRIPTS = /\/(?:run-application-\w+|protocols|open-screen-\w+)\.js$/;
/** Tools that most runs use. A run without a screen must not load the screen for code that tools share with it. */
const TOOLS = ["core/tools/bash/tool.ts", "core/process/run-process.ts", "core/tools/edit/tool.ts"].map(source);
/** JSON and RPC mode use these without a screen. */
const JOURNALS = ["live-journal", "queue-journal"].map((name) => source(`core/session/recover/${name}.ts`));
/** The order of loading: any command, the help, any run, its optional parts, the extensions, the tools, and finally the screen. */
const STAGES = {
  before: [source("cli.ts")],
  stages: [
    source("cli/main.ts"),
    HELP,
    RUN,
    ...PARTS,
    HOST,
    ...TOOLS,
    ...JOURNALS,
    source("cli/screen/open-screen.ts"),
  ],
  optional: { [HOST]: [RUN], ...Object.fromEntries(PARTS.map((part) => [part, protocolSources()])) },
  minify: true,
};

/**
 * Resolves to the files of the program, by path. They form one graph that contains everything, so that start-up opens few files and
 * every registry exists once. `batteries` are the folders that contain batteries.
 */
export async function buildCli(
  batteries: readonly string[] = [at("packages/extensions")],
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { outputFiles, metafile } = await build({
    ...sharedOptions(),
    entryPoints: [
      { in: source("cli.ts"), out: "cli" },
      { in: source("cli/run-script.ts"), out: `bundle/${RUN_SCRIPT}` },
      ...extensionModules(),
    ],
    define: {
      ...sharedOptions().define,
      TAU_MODULES: JSON.stringify("./modules/"),
      TAU_BATTERY_ASSETS: JSON.stringify(ASSETS),
    },
    outdir: CLI_DIST,
    chunkNames: "bundle/[name]-[hash]",
    external: unbundledPackages(),
    plugins: [
      builtinRequires(),
      batteryIndex(batteries),
      lateParts(LATE_PARTS),
      directImports(/\/packages\/[^?]*\.ts$/),
    ],
    // A stub without an imported name is a bug.
    logOverride: { "import-is-undefined": "error" },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    write: false,
  });
  assertLate(LATE_PARTS, metafile, [...STAGES.before, ...STAGES.stages.slice(0, STAGES.stages.indexOf(RUN) + 1)]);
  const chunks = new Map(outputFiles.map(({ path, text }) => [relative(at("."), path), text]));
  const alternatives = { entries: protocolSources(), place: `${CLI_DIST}/bundle/protocols.js` };
  const files = await joinChunks(chunks, metafile, { ...STAGES, alternatives });
  const code = await Promise.all(
    Array.from(files, async ([path, text]): Promise<[string, string]> => {
      return [path, await shortenLocals(requireLateParts(rewriteBuiltinImports(mergeImports(text))))];
    }),
  );
  const programs = code.flatMap(([path, text]) =>
    START_SCRIPTS.test(path) ? startScript(path, text) : [[path, text]],
  );
  const { files: assetFiles, inputs } = await batteryAssets(batteries);
  const assets = [...assetFiles].map(([path, content]) => [join(BUNDLE, ASSETS, path), content]);
  // The same packages are in the library, which is in the same folder.
  const licences = bundledLicences([...Object.keys(metafile.inputs), ...inputs]);
  return new Map([...programs, ...assets, [`${BUNDLE}/LICENCES`, licences]] as [string, string | Uint8Array][]);
}

/** Returns our modules that extensions import, as entries of the same graph, so that they share its classes and registries. */
function extensionModules() {
  return Object.entries(hostModules).map(([name, specifier]) => ({ in: specifier, out: `bundle/modules/${name}` }));
}

/** Returns the packages that cannot be bundled: they find their binaries next to themselves, or are required on demand. */
function unbundledPackages() {
  return ["@vscode/ripgrep", "@silvia-odwyer/photon-node", "@lydell/node-pty", "jiti", "jsonc-parser", "zod"];
}

function source(path: string): string {
  return `packages/coding-agent/src/${path}`;
}
