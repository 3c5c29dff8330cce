import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** One file to start a program from: a test that starts many processes does not compile its sources in each. */
export function bundleProcess(source: URL, folder: string): string {
  const outfile = join(folder, "process.mjs");
  buildSync({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["@tau/source"],
    logLevel: "error",
  });
  return outfile;
}
