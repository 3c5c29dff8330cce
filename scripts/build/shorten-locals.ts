import { transform } from "esbuild";

const MARKER = `eval("keeps the names of this scope");`;

/**
 * Shortens the names of local variables. The names of functions, classes and methods stay, so that a stack trace can be read: esbuild
 * renames nothing in a scope that contains a direct `eval`, and this adds one to the outermost scope for the time of the renaming.
 */
export async function shortenLocals(code: string): Promise<string> {
  const { code: shortened } = await transform(`${code}\n${MARKER}`, {
    format: "esm",
    platform: "node",
    target: "node22.19",
    minifyIdentifiers: true,
    minifyWhitespace: true,
    legalComments: "none",
    logOverride: { "direct-eval": "silent" },
  });
  if (!shortened.includes(MARKER)) throw new Error("the marker that keeps the outermost names is missing");
  return shortened.replace(MARKER, "");
}
