import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { buildLateLibrary, type LateParts } from "./late-library.ts";

/** What of the terminal library is loaded with its first use: big parts that many programs do without. */
const PARTS: LateParts = {
  markdown: {
    "markdown/markdown.ts": ["markdown/block-stream.ts", "markdown/draw-blocks.ts"],
    "markdown/latex/index.ts": ["markdown/latex/render-latex.ts"],
  },
  fullscreen: {
    "render/fullscreen/tui-alt-screen.ts": [
      "render/fullscreen/grid.ts",
      "render/fullscreen/layout.ts",
      "render/fullscreen/mouse-input.ts",
      "render/fullscreen/pointer.ts",
      "render/fullscreen/search.ts",
    ],
    "render/fullscreen/scroll-view.ts": ["render/fullscreen/document-height.ts", "render/fullscreen/scroll-window.ts"],
  },
  images: {
    "images/image.ts": ["images/image-dimensions.ts", "images/render-image.ts"],
    "images/index.ts": [
      "images/image-dimensions.ts",
      "images/iterm2.ts",
      "images/kitty.ts",
      "images/render-image.ts",
      "images/sixel.ts",
    ],
  },
};

/**
 * `index.js` and its late parts are for Node to load: as few characters as can be, with maps back to the sources. `whole.js` is for
 * bundlers, which cannot follow the loading of a part: one module that they take from what a program needs.
 */
export async function buildTuiLibrary(folder: string, outdir: string, options: BuildOptions): Promise<void> {
  const sources = join(folder, "src");
  const shared: BuildOptions = { ...options, packages: "external", legalComments: "none" };
  await buildLateLibrary({
    sources,
    entry: "index.ts",
    parts: PARTS,
    outdir,
    options: { ...shared, minify: true, sourcemap: "linked", sourcesContent: false },
  });
  await build({
    ...shared,
    bundle: true,
    format: "esm",
    entryPoints: [join(sources, "index.ts")],
    outfile: join(outdir, "whole.js"),
  });
}
