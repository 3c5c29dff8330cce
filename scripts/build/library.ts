import { relative } from "node:path";
import { build } from "esbuild";
import { at } from "../bootstrap/root.mjs";
import { ASSETS } from "./battery-assets.ts";
import { batteryIndex } from "./battery-index.ts";
import { builtinRequires } from "./builtin-requires.ts";
import { joinChunks } from "./join-chunks.ts";
import { protocolSources } from "./protocol-sources.ts";
import { readPackage } from "./read-package.ts";
import { sharedOptions } from "./shared-options.ts";

/** Libraries whose other entries are used together with the main one: everything that it loads at once is joined into its file. */
const JOINED: ReadonlySet<string> = new Set(["ai"]);

/**
 * Resolves to the shipped files of a library, by path. Dependencies stay external: a program that uses two of our libraries must
 * get one copy of each. Packages that are not installed with it, such as those of batteries, are bundled.
 */
export async function buildLibrary(name: string): Promise<ReadonlyMap<string, string>> {
  const { dependencies = {}, exports } = readPackage(name);
  // Two entries may be the same file, since some also have a `pi` name.
  const sources = new Set(
    Object.values(exports).flatMap(({ "@tau/source": source }) =>
      source ? [`packages/${name}/${source.slice(2)}`] : [],
    ),
  );
  const { outputFiles, metafile } = await build({
    ...sharedOptions(),
    // The assets come with the program, which is in the same package.
    define: { ...sharedOptions().define, TAU_BATTERY_ASSETS: JSON.stringify(`../bundle/${ASSETS}`) },
    entryPoints: [...sources],
    outbase: `packages/${name}/src`,
    outdir: `packages/${name}/dist`,
    chunkNames: "chunks/[name]-[hash]",
    external: ["@tau/*", ...Object.keys(dependencies)],
    plugins: [builtinRequires(), batteryIndex([at("packages/extensions")])],
    metafile: true,
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, text }) => [relative(at("."), path), text]));
  const main = `packages/${name}/src/index.ts`;
  if (!JOINED.has(name)) return files;
  const place = `packages/${name}/dist/chunks/main.js`;
  const alternatives = { entries: protocolSources(), place: `packages/${name}/dist/chunks/protocols.js` };
  return await joinChunks(files, metafile, { before: [], stages: [main], place, alternatives });
}
