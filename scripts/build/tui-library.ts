import { globSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { at } from "../bootstrap/root.mjs";
import { buildLateLibrary, type LateParts } from "./late-library.ts";
import { sharedOptions } from "./shared-options.ts";

/** The parts of the terminal library that are loaded on first use: large parts that many programs do not need. */
const PARTS: LateParts = {
  typing: {
    "components/editor/editor.ts": [
      "components/editor/autocomplete-menu.ts",
      "components/editor/editing.ts",
      "components/editor/editor-view.ts",
      "components/editor/layout.ts",
      "components/editor/motion.ts",
      "components/editor/prompt-actions.ts",
      "components/editor/prompt-history.ts",
    ],
    "components/editor/index.ts": ["components/editor/edit-externally.ts", "components/editor/wrap-line.ts"],
    "components/input.ts": [
      "components/editor/editing.ts",
      "components/editor/layout.ts",
      "components/editor/motion.ts",
    ],
    "components/editor/vim/vim-editor.ts": ["components/editor/vim/grammar.ts", "components/editor/vim/visual.ts"],
    "keys/matches-key.ts": ["keys/parse-key-event.ts"],
    "input/stdin-buffer.ts": ["input/input-sequence.ts"],
    "autocomplete/combined-provider.ts": [
      "autocomplete/command-completion.ts",
      "autocomplete/list-files.ts",
      "autocomplete/path-completion.ts",
    ],
  },
  screen: {
    "render/tui-base.ts": ["render/overlays/overlay-stack.ts", "render/terminal-replies.ts"],
    "terminal/process-terminal.ts": ["terminal/keyboard-protocol.ts", "terminal/restore-on-exit.ts"],
    "render/tui-main-screen.ts": [
      "render/scrollback/document-tail.ts",
      "render/lines/reflow.ts",
      "render/scrollback/scrollback-region.ts",
    ],
  },
  markdown: {
    "markdown/markdown.ts": ["markdown/growing/block-stream.ts", "markdown/draw/draw-blocks.ts"],
    "markdown/index.ts": ["markdown/parse-markdown.ts"],
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
 * Builds the terminal library. `index.js` and its late parts are for Node: minified, with source maps. `modules/` is for bundlers,
 * which cannot follow the loading of a part: one file per source, so that they can keep only what a program needs.
 */
export async function buildTuiLibrary(outdir: string): Promise<void> {
  const sources = at("packages/tui/src");
  const { splitting: _, ...options } = sharedOptions();
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
    entryPoints: globSync("**/*.ts", { cwd: sources }).map((path) => join(sources, path)),
    outbase: sources,
    outdir: join(outdir, "modules"),
    plugins: [fileByFile],
  });
}

/** Bundles nothing: an import of a source becomes an import of its output file. */
const fileByFile: Plugin = {
  name: "file-by-file",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind }) =>
      kind === "entry-point" ? undefined : { path: path.replace(/\.ts$/, ".js"), external: true, sideEffects: false },
    );
  },
};
